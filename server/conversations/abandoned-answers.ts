import type { FastifyBaseLogger } from 'fastify'
import type { Hub } from '../connection/realtime/hub.ts'
import { createAnswerAudience } from './answer-audience.ts'
import { channelOf } from './answer-preparation.ts'
import { INTERRUPTED } from './answer-run.ts'
import type { ConversationsRepository } from './conversations.repository.ts'
import type { Conversations } from './conversations.service.ts'
import type { MessageRow } from './conversations.types.ts'
import type { MessagesRepository } from './messages.repository.ts'

type Parts = {
  repository: Pick<ConversationsRepository, 'find'>
  messages: MessagesRepository
  conversations: Pick<Conversations, 'resume'>
  hub: Hub
  log: FastifyBaseLogger
  isClosing: () => boolean
}

/** Restarts answers of processes that are gone, each once: it fails if that is interrupted as well. */
export const createTakeover = ({ repository, messages, conversations, hub, log, isClosing }: Parts) => {
  const publishFailure = async ({ id, conversationId }: MessageRow) => {
    const found = await repository.find(conversationId)
    if (found) createAnswerAudience(hub, { channel: channelOf(found.conversation) }, id).failed(INTERRUPTED)
  }

  const resume = async (message: MessageRow) => {
    try {
      await conversations.resume(message)
    } catch (error) {
      log.warn({ err: error, messageId: message.id }, 'an answer could not be taken over')
      const failed = { status: 'failed', error: INTERRUPTED } as const
      const row = await messages.end(message.id, message.writtenBy, failed)
      if (row) await publishFailure(row)
    }
  }

  return async (processId: string) => {
    for (const lost of await messages.failAbandoned(INTERRUPTED)) await publishFailure(lost)
    while (!isClosing()) {
      const message = await messages.takeOver(processId)
      if (!message) return
      await resume(message)
    }
  }
}
