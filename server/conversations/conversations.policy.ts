import { may } from '../../src/services/contract/roles.ts'
import type { Db } from '../db/open.ts'
import { forbidden, notFound } from '../errors.ts'
import { memberOf } from '../organizations/organizations.policy.ts'
import type { ConversationsRepository } from './conversations.repository.ts'

type Parts = { db: Db; conversations: ConversationsRepository }

/**
 * A conversation of the caller's organizations; every member may read and go on with it.
 * @throws Refusal 404 for others and unknown ones alike
 */
export const conversationFor = async ({ db, conversations }: Parts, userId: string, id: string) => {
  const found = await conversations.find(id)
  const { role } = await memberOf(db, userId, found?.organizationId ?? null, 'Conversation')
  if (!found) throw notFound('Conversation')
  return { conversation: found.conversation, role }
}

/**
 * A conversation that the caller may change, or take something away from: they began it, or are an editor.
 * @throws Refusal 404 for others and unknown ones alike, 403
 */
export const changeableFor = async (parts: Parts, userId: string, id: string) => {
  const { conversation, role } = await conversationFor(parts, userId, id)
  if (!may(role, 'edit') && conversation.userId !== userId) throw forbidden()
  return conversation
}

/**
 * A message of the caller's organizations.
 * @throws Refusal 404 for others and unknown ones alike
 */
export const messageFor = async ({ db, conversations }: Parts, userId: string, id: string) => {
  const found = await conversations.findMessage(id)
  await memberOf(db, userId, found?.organizationId ?? null, 'Message')
  if (!found) throw notFound('Message')
  return found
}
