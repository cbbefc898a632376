import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Acknowledged } from '../../src/services/contract/common.ts'
import {
  HandoverDetail,
  HandoverEntry,
  HandoverPatch,
  HandoverSettings,
  HandoverSettingsPatch,
  Inbox,
  InboxItem,
  InboxQuery,
  NewHandoverEntry,
  OutcomeQuery,
  OutcomeReport,
  Presence,
} from '../../src/services/contract/handover.ts'
import type { Right } from '../../src/services/contract/roles.ts'
import type { Context } from '../context.ts'
import { presentConversation, presentMessage } from '../conversations/conversations.presenter.ts'
import type { Conversations } from '../conversations/conversations.service.ts'
import { integrationFor } from '../integrations/integrations.policy.ts'
import { memberOf } from '../organizations/organizations.policy.ts'
import { inboxConversationFor } from './handover.policy.ts'
import type { Handover } from './handover.service.ts'
import type { OutcomesOf } from './outcomes.ts'

type Parts = { handover: Handover; conversations: Conversations; outcomes: OutcomesOf }

const Params = z.object({ id: z.uuid() })
const SETTINGS = '/api/v1/integrations/:id/handover'
const ONE = '/api/v1/conversations/:id/handover'

/** When a person is offered, and the inbox of the team. */
export const handoverRoutes =
  ({ db }: Context, { handover, conversations, outcomes }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    const conversation = (userId: string, id: string, right: Right = 'reply') =>
      inboxConversationFor(db, userId, id, right)

    app.get(
      SETTINGS,
      { schema: { params: Params, response: { 200: HandoverSettings } } },
      async ({ user, params }) =>
        handover.settings((await integrationFor(db, user.id, params.id, 'read')).id),
    )

    app.patch(
      SETTINGS,
      { schema: { params: Params, body: HandoverSettingsPatch, response: { 200: HandoverSettings } } },
      async ({ user, params, body }) =>
        handover.change(await integrationFor(db, user.id, params.id, 'edit'), body),
    )

    app.get(
      '/api/v1/organizations/:id/inbox',
      { schema: { params: Params, querystring: InboxQuery, response: { 200: Inbox } } },
      async ({ user, params, query }) => {
        const { organizationId } = await memberOf(db, user.id, params.id)
        return handover.inbox(organizationId, user.id, query)
      },
    )

    app.get(
      '/api/v1/organizations/:id/outcomes',
      { schema: { params: Params, querystring: OutcomeQuery, response: { 200: OutcomeReport } } },
      async ({ user, params, query }) =>
        outcomes((await memberOf(db, user.id, params.id)).organizationId, query.days),
    )

    app.get(
      ONE,
      { schema: { params: Params, response: { 200: HandoverDetail } } },
      async ({ user, params }) => {
        const row = await conversation(user.id, params.id, 'read')
        const known = await handover.detail(row.id)
        const { messages, existing } = await conversations.detail(row)
        return {
          ...known,
          conversation: presentConversation(row),
          messages: messages.map((message) => presentMessage(message, existing)),
          may_change: false,
        }
      },
    )

    app.patch(
      ONE,
      { schema: { params: Params, body: HandoverPatch, response: { 200: InboxItem } } },
      async ({ user, params, body }) => handover.act(await conversation(user.id, params.id), user.id, body),
    )

    app.post(
      `${ONE}/entries`,
      { schema: { params: Params, body: NewHandoverEntry, response: { 201: HandoverEntry } } },
      async ({ user, params, body }, reply) =>
        reply.code(201).send(await handover.write(await conversation(user.id, params.id), user.id, body)),
    )

    app.post(
      `${ONE}/presence`,
      { schema: { params: Params, body: Presence, response: { 200: Acknowledged } } },
      async ({ user, params, body }) => {
        await handover.present(await conversation(user.id, params.id), user.id, body.replying)
        return { message: 'Told.' }
      },
    )
  }
