import type { Conversations } from '../../conversations/conversations.service.ts'
import { createMessagesRepository } from '../../conversations/messages.repository.ts'
import type { Db } from '../../kernel/db/open.ts'
import { fetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import type { Access } from './access.ts'
import type { ChannelEvent, ChannelRow, Rated } from './channel.types.ts'
import type { ChannelMessagesRepository } from './channel-messages.repository.ts'

type Parts = {
  db: Db
  messages: ChannelMessagesRepository
  conversations: Conversations
  access: Access
  /** Says that something is to be answered. */
  enqueue: () => void
}

/** Takes what a channel has sent of itself: it is stored and answered later, since the service waits for seconds only. */
export const createReceive = ({ db, messages, conversations, access, enqueue }: Parts) => {
  const answers = createMessagesRepository(db)

  /** Of whoever asked alone: one answer has one opinion. */
  const rate = async ({ id }: ChannelRow, { answer, sender, rating }: Rated) => {
    const answerId = await messages.answerSent(id, answer, sender)
    const found = answerId && (await answers.find(answerId))
    if (found) await conversations.rate(found.message, rating && { rating, reason: null, comment: '' })
  }

  return async (channel: ChannelRow, event: ChannelEvent) => {
    if (event.kind === 'revoked') return access.failed(channel, fetchFailure('token_refused'))
    if (!channel.enabled) return
    if (event.kind === 'rated') return rate(channel, event)
    if (await messages.add(channel, event)) enqueue()
  }
}

export type Receive = ReturnType<typeof createReceive>
