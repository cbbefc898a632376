import type { Channel } from '../../../src/services/contract/conversations.ts'
import type { Right } from '../../../src/services/contract/roles.ts'
import { createConversationsRepository } from '../../conversations/conversations.repository.ts'
import type { Db } from '../../kernel/db/open.ts'
import { notFound, refusal } from '../../kernel/errors.ts'
import { memberWho } from '../../organizations/organizations.policy.ts'

/**
 * A conversation of the caller's organizations. Members who asked in Chat wait for someone else.
 * @throws Refusal 404 for other organizations' and unknown ones alike, 403 without the right, 409 to reply to
 * oneself
 */
export const inboxConversationFor = async (db: Db, userId: string, id: string, right: Right) => {
  const found = await createConversationsRepository(db).find(id, userId)
  await memberWho(right, db, userId, found?.organizationId ?? null, 'conversation')
  if (!found) throw notFound('conversation')
  const { conversation } = found
  if (right === 'reply' && isOwnQuestion(conversation, userId)) throw refusal('own_question')
  return conversation
}

const isOwnQuestion = ({ channel, userId }: { channel: Channel; userId: string | null }, byId: string) =>
  channel === 'chat' && userId === byId

/**
 * A conversation in which the caller can ask for a person: their own in Chat, or their trial in the Playground.
 * @throws Refusal 404 for other organizations', colleagues' and unknown ones alike
 */
export const ownConversation = async (db: Db, userId: string, id: string) => {
  const found = await createConversationsRepository(db).find(id, userId)
  await memberWho('chat', db, userId, found?.organizationId ?? null, 'conversation')
  const conversation = found?.conversation
  const isOwn = conversation?.userId === userId && ['chat', 'playground'].includes(conversation.channel)
  if (!isOwn) throw notFound('conversation')
  return conversation
}
