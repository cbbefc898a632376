import { createIntegrationsRepository } from '../../assistants/integrations/integrations.repository.ts'
import type { Context } from '../../context.ts'
import { createConversationsRepository } from '../../conversations/conversations.repository.ts'
import type { Conversations } from '../../conversations/conversations.service.ts'
import type { Module } from '../../module.ts'
import type { VisitorHandoverService } from '../handover/visitor-handover.service.ts'
import { createAccess } from './access.ts'
import { startAnswering } from './answering.ts'
import { createCarry } from './carry.ts'
import { createChannelMessagesRepository } from './channel-messages.repository.ts'
import { createChannelsRepository } from './channels.repository.ts'
import { channelRoutes } from './channels.routes.ts'
import { createChannels } from './channels.service.ts'
import { eventRoutes } from './events.routes.ts'
import { startReading } from './reading.ts'
import { createReceive } from './receive.ts'

/** The part of channels that is needed before answers exist. */
export const createChannelAccess = (context: Context) => {
  const access = createAccess(context)
  const messages = createChannelMessagesRepository(context.db)
  return { access, carry: createCarry({ ...context, messages, access }) }
}

type Parts = ReturnType<typeof createChannelAccess> & {
  conversations: Conversations
  visitorHandover: VisitorHandoverService
}

/** Lets assistants answer outside the app, the public page and the API. */
export const createChannelsModule = (context: Context, { access, conversations, visitorHandover }: Parts) => {
  const { config, db, database, log } = context
  const channels = createChannelsRepository(db)
  const messages = createChannelMessagesRepository(db)
  const answering = config.quiet
    ? null
    : startAnswering({
        channels,
        messages,
        conversations,
        conversationRows: createConversationsRepository(db),
        integrations: createIntegrationsRepository(db),
        visitorHandover,
        access,
        log,
      })
  const answer = () => answering?.notify()
  const receive = createReceive({
    db,
    messages,
    conversations,
    access,
    takes: visitorHandover.takes,
    enqueue: answer,
  })
  const reading = config.quiet
    ? null
    : startReading({ channels, receive, access, every: config.mailboxEvery, log })
  const enqueue = () => {
    answer()
    reading?.notify()
  }
  const managed = createChannels({ channels, messages, access, enqueue, withLock: database.withLock })
  return {
    async plugin(app) {
      await app.register(channelRoutes(context, { channels: managed }))
      await app.register(eventRoutes({ channels: managed, access, receive }))
    },
    sweep: messages.sweep,
    end: () => Promise.all([reading?.close(), answering?.close()]),
    close: access.close,
  } satisfies Module
}
