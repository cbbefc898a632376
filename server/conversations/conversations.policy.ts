import { SHARE_REFUSALS } from '../../src/services/contract/asking.ts'
import { may } from '../../src/services/contract/roles.ts'
import type { Db } from '../kernel/db/open.ts'
import { forbidden, notFound, refusal } from '../kernel/errors.ts'
import { memberOf } from '../organizations/organizations.policy.ts'
import { createConversationsRepository } from './conversations.repository.ts'
import { createMessagesRepository } from './messages.repository.ts'

/**
 * A conversation of the caller's organizations; members who may use its assistant can read and continue it.
 * @throws Refusal 404 for other organizations' and unknown ones alike
 */
export const conversationFor = async (db: Db, userId: string, id: string) => {
  const found = await createConversationsRepository(db).find(id, userId)
  const { role } = await memberOf(db, userId, found?.organizationId ?? null, 'conversation')
  if (!found) throw notFound('conversation')
  const { conversation } = found
  return { conversation, mayChange: may(role, 'edit') || conversation.userId === userId }
}

/**
 * The conversation with an assistant that a question continues; null if it begins one.
 * @throws Refusal 404 also for a conversation with another assistant
 */
export const continuedFor = async (
  db: Db,
  userId: string,
  integrationId: string,
  id: string | null | undefined,
) => {
  if (!id) return null
  const { conversation } = await conversationFor(db, userId, id)
  if (conversation.integrationId !== integrationId) throw notFound('conversation')
  return conversation
}

/**
 * A conversation that the caller may change or delete from: they began it, or are an editor.
 * @throws Refusal 404 for other organizations' and unknown ones alike, 403
 */
export const changeableFor = async (db: Db, userId: string, id: string) => {
  const { conversation, mayChange } = await conversationFor(db, userId, id)
  if (!mayChange) throw forbidden()
  return conversation
}

/**
 * A message of the caller's organizations.
 * @throws Refusal 404 for other organizations' and unknown ones alike
 */
export const messageFor = async (db: Db, userId: string, id: string) => {
  const found = await createMessagesRepository(db).find(id, userId)
  await memberOf(db, userId, found?.organizationId ?? null, 'message')
  if (!found) throw notFound('message')
  return found
}

/** `only`: the single conversation that a mailed link opens; null for all of the visitor's. */
type Visitor = { id: string; only: string | null }

const isTheirs = ({ id, only }: Visitor, conversation: { id: string; visitorId: string | null }) =>
  conversation.visitorId === id && (only === null || only === conversation.id)

/**
 * A conversation begun by the public page's visitor.
 * @throws Refusal 404 for others' and unknown ones alike
 */
export const visitorsConversation = async (db: Db, visitor: Visitor, id: string) => {
  const found = await createConversationsRepository(db).find(id)
  if (!found || !isTheirs(visitor, found.conversation)) throw refusal(SHARE_REFUSALS.conversation)
  return found.conversation
}

/**
 * A message of a conversation begun by the public page's visitor.
 * @throws Refusal 404 for others' and unknown ones alike
 */
export const visitorsMessage = async (db: Db, visitor: Visitor, id: string) => {
  const found = await createMessagesRepository(db).find(id)
  if (!found || !isTheirs(visitor, found.conversation)) throw refusal(SHARE_REFUSALS.conversation)
  return found
}
