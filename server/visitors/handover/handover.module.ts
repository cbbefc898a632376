import type { Context } from '../../context.ts'
import { createAnalyticsRepository } from '../../conversations/analytics/analytics.repository.ts'
import type { Conversations } from '../../conversations/conversations.service.ts'
import { createMessagesRepository } from '../../conversations/messages.repository.ts'
import { createReading } from '../../conversations/reading.ts'
import { createGuardedHttp } from '../../kernel/fetching/guarded-http.ts'
import { createSeal } from '../../kernel/secrets.ts'
import { createHostTurns } from '../../knowledge/crawling/host-turns.ts'
import { PUBLIC } from '../../knowledge/readers/may-read.ts'
import type { Module } from '../../module.ts'
import type { Carry } from '../channels/carry.ts'
import { createAgents } from '../zendesk/agents.ts'
import { createTicketsRepository } from '../zendesk/tickets.repository.ts'
import { startTickets } from '../zendesk/tickets.ts'
import { createZendesk } from '../zendesk/zendesk.ts'
import { createEntries } from './entries.ts'
import { createHandoverRepository } from './handover.repository.ts'
import { handoverRoutes } from './handover.routes.ts'
import { createHandover } from './handover.service.ts'
import { createInboxRepository } from './inbox.repository.ts'
import { createOutcomes } from './outcomes.ts'
import { ownHandoverRoutes } from './own-handover.routes.ts'
import { createReplies } from './replies.ts'
import { createVisitorHandover } from './visitor-handover.service.ts'

/** Per response of Zendesk. */
const ANSWER_BYTES_MAX = 1024 * 1024

/** Hand-over from an assistant to a person. */
export const createHandoverModule = (
  context: Context,
  { conversations, carry }: { conversations: Conversations; carry: Carry },
) => {
  const repository = createHandoverRepository(context.db)
  const inbox = createInboxRepository(context.db)
  const entries = createEntries(context, repository)
  const replies = createReplies({ ...context, repository, inbox, carry })
  const guarded = createGuardedHttp({ ...context.config.web, bytesMax: ANSWER_BYTES_MAX })
  const zendesk = createZendesk({ guarded, turns: createHostTurns() })
  const agents = createAgents({ zendesk, seal: createSeal(context.config.jwtSecret, 'zendesk') })
  const tickets = createTicketsRepository(context.db)
  const handover = createHandover({ ...context, repository, inbox, entries, replies, tickets, agents })
  const { of } = createMessagesRepository(context.db)
  const { shownTo } = createReading(context.db)
  /** Anyone can read a mail: nothing in it may be restricted. */
  const messages = { of: async (id: string) => shownTo(PUBLIC, await of(id)) }
  const outcomes = createOutcomes(context.db, createAnalyticsRepository(context.db), context.config.llmPrice)
  const visitorHandover = createVisitorHandover({ ...context, repository, inbox, entries, messages })
  const { waitInInbox } = visitorHandover
  const making = context.config.quiet
    ? null
    : startTickets({ ...context, tickets, agents, zendesk, repository, inbox, messages, waitInInbox })
  return {
    visitorHandover,
    handoverRepository: repository,
    async plugin(app) {
      await app.register(handoverRoutes(context, { handover, conversations, outcomes }))
      await app.register(ownHandoverRoutes(context, { visitorHandover }))
    },
    sweep: replies.sweep,
    async close() {
      await making?.close()
      await guarded.close()
    },
  } satisfies Module & Record<string, unknown>
}
