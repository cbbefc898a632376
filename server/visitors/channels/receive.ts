import type { Conversations } from '../../conversations/conversations.service.ts'
import { createMessagesRepository } from '../../conversations/messages.repository.ts'
import type { Db } from '../../kernel/db/open.ts'
import { fetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import type { VisitorHandoverService } from '../handover/visitor-handover.service.ts'
import type { Access } from './access.ts'
import type { ChannelEvent, ChannelRow, Rated } from './channel.types.ts'
import type { ChannelMessagesRepository } from './channel-messages.repository.ts'

type Parts = {
  db: Db
  messages: ChannelMessagesRepository
  conversations: Conversations
  access: Access
  takes: VisitorHandoverService['takes']
  /** Announces something to answer. */
  enqueue: () => void
}

/** Stores a channel's own requests to answer them later, since the service waits only for seconds. */
export const createReceive = ({ db, messages, conversations, access, takes, enqueue }: Parts) => {
  const answers = createMessagesRepository(db)

  /** Only from the person who asked: each answer has one rating. */
  const rate = async ({ id }: ChannelRow, { answer, sender, rating }: Rated) => {
    const answerId = await messages.answerSent(id, answer, sender)
    const found = answerId && (await answers.find(answerId))
    if (found) await conversations.rate(found.message, rating && { rating, reason: null, comment: '' })
  }

  return async (channel: ChannelRow, event: ChannelEvent) => {
    if (event.kind === 'revoked') return access.failed(channel, fetchFailure('token_refused'))
    if (!channel.enabled) return
    if (event.kind === 'rated') return rate(channel, event)
    if (await messages.add(channel, event, takes)) enqueue()
  }
}

export type Receive = ReturnType<typeof createReceive>
