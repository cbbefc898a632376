import type { Context } from '../../context.ts'
import { createAnalyticsRepository } from '../../conversations/analytics/analytics.repository.ts'
import type { Conversations } from '../../conversations/conversations.service.ts'
import { createMessagesRepository } from '../../conversations/messages.repository.ts'
import { createReading } from '../../conversations/reading.ts'
import { PUBLIC } from '../../knowledge/readers/may-read.ts'
import type { Module } from '../../module.ts'
import { createEntries } from './entries.ts'
import { createHandoverRepository } from './handover.repository.ts'
import { handoverRoutes } from './handover.routes.ts'
import { createHandover } from './handover.service.ts'
import { createInboxRepository } from './inbox.repository.ts'
import { createOutcomes } from './outcomes.ts'
import { ownHandoverRoutes } from './own-handover.routes.ts'
import { createReplies } from './replies.ts'
import { createVisitorHandover } from './visitor-handover.service.ts'

/** The way from an assistant to a person. */
export const createHandoverModule = (
  context: Context,
  { conversations }: { conversations: Conversations },
) => {
  const repository = createHandoverRepository(context.db)
  const inbox = createInboxRepository(context.db)
  const entries = createEntries(context, repository)
  const replies = createReplies({ ...context, repository, inbox })
  const handover = createHandover({ ...context, repository, inbox, entries, replies })
  const { of } = createMessagesRepository(context.db)
  const { shownTo } = createReading(context.db)
  /** What is mailed is read by whoever has the mail: nothing of it may be restricted. */
  const messages = { of: async (id: string) => shownTo(PUBLIC, await of(id)) }
  const outcomes = createOutcomes(context.db, createAnalyticsRepository(context.db), context.config.llmPrice)
  const visitorHandover = createVisitorHandover({ ...context, repository, inbox, entries, messages })
  return {
    visitorHandover,
    handoverRepository: repository,
    async plugin(app) {
      await app.register(handoverRoutes(context, { handover, conversations, outcomes }))
      await app.register(ownHandoverRoutes(context, { visitorHandover }))
    },
    sweep: replies.sweep,
  } satisfies Module & Record<string, unknown>
}
