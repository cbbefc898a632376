import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Right } from '../../../src/services/contract/roles.ts'
import { integrationFor } from '../../assistants/integrations/integrations.policy.ts'
import type { Context } from '../../context.ts'
import { presentConversation, presentMessage } from '../../conversations/conversations.presenter.ts'
import type { Conversations } from '../../conversations/conversations.service.ts'
import { recordAlone } from '../../kernel/audit.ts'
import { limited } from '../../kernel/http/rate-limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { PUBLIC } from '../../knowledge/readers/may-read.ts'
import { inboxConversationFor } from './handover.policy.ts'
import type { Handover } from './handover.service.ts'
import type { OutcomesOf } from './outcomes.ts'

type Parts = { handover: Handover; conversations: Conversations; outcomes: OutcomesOf }

const ENTRIES_PER_MINUTE = 30

/** When a person is offered, and the team's inbox. */
export const handoverRoutes =
  ({ config, db }: Context, { handover, conversations, outcomes }: Parts): FastifyPluginAsync =>
  async (app) => {
    const perUser = limited(app, config, ({ user }) => user.id)
    const conversation = (userId: string, id: string, right: Right = 'reply') =>
      inboxConversationFor(db, userId, id, right)

    serve(app, api.handover.settings, async ({ user, params }) =>
      handover.settings((await integrationFor(db, user.id, params.id, 'read')).id),
    )

    serve(app, api.handover.changeSettings, async ({ user, params, body }) =>
      handover.change(await integrationFor(db, user.id, params.id, 'edit'), body),
    )

    serve(app, api.handover.inbox, async ({ user, params, query }) =>
      handover.list(params.organizationId, user.id, query),
    )

    serve(app, api.handover.outcomes, async ({ user, params, query }) =>
      outcomes.report(params.organizationId, user.id, query),
    )

    serve(app, api.handover.exportOutcomes, async ({ user, params, query }, reply) => {
      const { organizationId } = params
      await recordAlone(db, organizationId, { action: 'export.outcomes', details: { format: 'csv' } })
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="outcomes.csv"')
        .send(await outcomes.csv(organizationId, user.id, query))
    })

    serve(app, api.handover.detail, async ({ user, params }) => {
      const row = await conversation(user.id, params.id, 'read')
      const known = await handover.detail(row.id)
      const { messages, existing } = await conversations.detail(row, user.id)
      return {
        ...known,
        conversation: presentConversation(row),
        messages: messages.map((message) => presentMessage(message, existing)),
        may_change: false,
      }
    })

    serve(app, api.handover.change, async ({ user, params, body }) =>
      handover.act(await conversation(user.id, params.id), user.id, body),
    )

    serve(
      app,
      api.handover.write,
      { preHandler: perUser(ENTRIES_PER_MINUTE, 1) },
      async ({ user, params, body }) => handover.write(await conversation(user.id, params.id), user.id, body),
    )

    serve(app, api.handover.draft, async ({ user, params }) => {
      const row = await conversation(user.id, params.id)
      const { messages } = await conversations.detail(row, PUBLIC)
      const { answer } = await conversations.ask({
        integration: await integrationFor(db, user.id, row.integrationId, 'chat'),
        asker: { userId: user.id },
        // Anything sent to a customer may be read by everyone.
        readerId: PUBLIC,
        channel: 'playground',
        config: 'published',
        conversation: null,
        ...(await handover.draftQuestion(row.id, messages)),
      })
      return presentMessage(answer, new Set())
    })

    serve(app, api.handover.reportReplying, async ({ user, params, body }) => {
      await handover.present(await conversation(user.id, params.id), user.id, body.replying)
      return { message: 'Told.' }
    })
  }
