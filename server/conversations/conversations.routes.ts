import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Acknowledged } from '../../src/services/contract/common.ts'
import {
  AnswerFeedback,
  Asked,
  Conversation,
  ConversationDetail,
  ConversationExport,
  ConversationPage,
  ConversationPatch,
  ConversationQuery,
  Message,
  Question,
  RetryQuery,
} from '../../src/services/contract/conversations.ts'
import type { Right } from '../../src/services/contract/roles.ts'
import { fieldsOf, record } from '../audit/record.ts'
import type { Context } from '../context.ts'
import { notFound, refusal } from '../errors.ts'
import { integrationFor } from '../integrations/integrations.policy.ts'
import type { Integrations } from '../integrations/integrations.service.ts'
import { memberOf } from '../organizations/organizations.policy.ts'
import { asCsv, asJsonLines } from './conversations.export.ts'
import { changeableFor, conversationFor, messageFor } from './conversations.policy.ts'
import { presentConversation, presentMessage } from './conversations.presenter.ts'
import { type Conversations, isOfVisitor } from './conversations.service.ts'
import type { AskedRows, MessageRow } from './conversations.types.ts'

type Parts = { conversations: Conversations; integrations: Integrations }

const Params = z.object({ id: z.uuid() })

const presentAsked = ({ conversation, question, answer }: AskedRows) => ({
  conversation: presentConversation(conversation),
  question: presentMessage(question, new Set()),
  answer: presentMessage(answer, new Set()),
})

export const conversationRoutes =
  ({ db }: Context, { conversations, integrations }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    const integration = (userId: string, id: string, right: Right = 'chat') =>
      integrationFor(db, userId, id, right)
    const presented = async (row: MessageRow) => {
      const message = await conversations.current(row)
      return presentMessage(message, await conversations.existing([message]))
    }

    const listed = async (
      integrationIds: string[],
      userId: string,
      query: z.output<typeof ConversationQuery>,
    ) => {
      const { mine, config, before, limit, time_zone: timeZone, ...filter } = query
      const ownerId = mine === 'true' ? userId : undefined
      const selection = { integrationIds, filter, timeZone, ownerId, config }
      const page = await conversations.page(selection, limit, before)
      return { items: page.items.map(presentConversation), total: page.total, has_more: page.hasMore }
    }
    const exported = async (
      reply: FastifyReply,
      organizationId: string,
      integrationIds: string[],
      { format, time_zone: timeZone, ...filter }: z.output<typeof ConversationExport>,
    ) => {
      await db.transaction((tx) =>
        record(tx, organizationId, {
          action: 'export.conversations',
          details: { format, fields: fieldsOf(filter) },
        }),
      )
      const all = conversations.all({ integrationIds, filter, timeZone })
      return reply
        .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
        .header('content-disposition', `attachment; filename="conversations.${format}"`)
        .send(Readable.from(format === 'csv' ? asCsv(all) : asJsonLines(all)))
    }
    const assistantsOf = async (userId: string, id: string) => {
      const { organizationId } = await memberOf(db, userId, id)
      return integrations.idsOf(organizationId)
    }

    app.get(
      '/api/v1/integrations/:id/conversations',
      { schema: { params: Params, querystring: ConversationQuery, response: { 200: ConversationPage } } },
      async ({ user, params, query }) =>
        listed([(await integration(user.id, params.id, 'read')).id], user.id, query),
    )

    app.get(
      '/api/v1/organizations/:id/conversations',
      { schema: { params: Params, querystring: ConversationQuery, response: { 200: ConversationPage } } },
      async ({ user, params, query }) => listed(await assistantsOf(user.id, params.id), user.id, query),
    )

    app.get(
      '/api/v1/integrations/:id/conversations/export',
      { schema: { params: Params, querystring: ConversationExport } },
      async ({ user, params, query }, reply) => {
        const { id, organizationId } = await integration(user.id, params.id, 'read')
        return exported(reply, organizationId, [id], query)
      },
    )

    app.get(
      '/api/v1/organizations/:id/conversations/export',
      { schema: { params: Params, querystring: ConversationExport } },
      async ({ user, params, query }, reply) =>
        exported(reply, params.id, await assistantsOf(user.id, params.id), query),
    )

    app.post(
      '/api/v1/integrations/:id/messages',
      { schema: { params: Params, body: Question, response: { 201: Asked } } },
      async ({ user, apiKey, params, body }, reply) => {
        const asked = await integration(user.id, params.id)
        const found = body.conversation_id && (await conversationFor(db, user.id, body.conversation_id))
        const conversation = found ? found.conversation : null
        if (conversation && conversation.integrationId !== asked.id) throw notFound('conversation')
        if (conversation && body.replaces) await changeableFor(db, user.id, conversation.id)
        const channel = conversation?.channel ?? (apiKey ? 'api' : body.channel)
        const rows = await conversations.ask({
          integration: asked,
          asker: { userId: user.id },
          channel,
          config: channel === 'chat' ? 'published' : body.config,
          content: body.content,
          replaces: body.replaces ?? null,
          conversation,
        })
        return reply.code(201).send(presentAsked(rows))
      },
    )

    app.get(
      '/api/v1/conversations/:id',
      { schema: { params: Params, response: { 200: ConversationDetail } } },
      async ({ user, params }) => {
        const { conversation, mayChange } = await conversationFor(db, user.id, params.id)
        const { messages, existing } = await conversations.detail(conversation)
        return {
          conversation: presentConversation(conversation),
          messages: messages.map((message) => presentMessage(message, existing)),
          may_change: mayChange,
        }
      },
    )

    app.patch(
      '/api/v1/conversations/:id',
      { schema: { params: Params, body: ConversationPatch, response: { 200: Conversation } } },
      async ({ user, params, body }) =>
        presentConversation(await conversations.change(await changeableFor(db, user.id, params.id), body)),
    )

    app.delete(
      '/api/v1/conversations/:id',
      { schema: { params: Params, response: { 200: Acknowledged } } },
      async ({ user, params }) => {
        await conversations.remove(await changeableFor(db, user.id, params.id))
        return { message: 'The conversation was deleted.' }
      },
    )

    app.get(
      '/api/v1/messages/:id',
      { schema: { params: Params, response: { 200: Message } } },
      async ({ user, params }) => presented((await messageFor(db, user.id, params.id)).message),
    )

    /** Who was answered says what they think of it: a visitor's thumb is the visitor's. */
    const rateable = async (userId: string, id: string) => {
      const found = await messageFor(db, userId, id)
      if (isOfVisitor(found.conversation)) throw refusal('visitors_answer')
      return found
    }

    app.put(
      '/api/v1/messages/:id/feedback',
      { schema: { params: Params, body: AnswerFeedback, response: { 200: Message } } },
      async ({ user, params, body }) => {
        const { message } = await rateable(user.id, params.id)
        return presented(await conversations.rate(message, body))
      },
    )

    app.delete(
      '/api/v1/messages/:id/feedback',
      { schema: { params: Params, response: { 200: Message } } },
      async ({ user, params }) => {
        const { message } = await rateable(user.id, params.id)
        return presented(await conversations.rate(message, null))
      },
    )

    app.post(
      '/api/v1/messages/:id/stop',
      { schema: { params: Params, response: { 200: Message } } },
      async ({ user, params }) => {
        const { message } = await messageFor(db, user.id, params.id)
        return presented(await conversations.stop(message))
      },
    )

    app.post(
      '/api/v1/messages/:id/retry',
      { schema: { params: Params, querystring: RetryQuery, response: { 200: Asked } } },
      async ({ user, params, query }) => {
        const { message, conversation } = await messageFor(db, user.id, params.id)
        await changeableFor(db, user.id, conversation.id)
        return presentAsked(
          await conversations.retry({
            message,
            conversation,
            integration: await integration(user.id, conversation.integrationId),
            asker: { userId: user.id },
            waits: query.wait === 'true',
          }),
        )
      },
    )
  }
