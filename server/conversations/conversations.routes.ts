import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Acknowledged } from '../../src/services/contract/common.ts'
import {
  AnswerFeedback,
  Asked,
  ConversationDetail,
  ConversationExport,
  ConversationPage,
  ConversationQuery,
  Message,
  Question,
} from '../../src/services/contract/conversations.ts'
import { may, type Right } from '../../src/services/contract/roles.ts'
import type { Context } from '../context.ts'
import { forbidden, notFound } from '../errors.ts'
import { integrationFor } from '../integrations/integrations.policy.ts'
import type { Knowledge } from '../knowledge.ts'
import { asCsv, asJsonLines } from './conversations.export.ts'
import { conversationFor, messageFor } from './conversations.policy.ts'
import { presentConversation, presentMessage } from './conversations.presenter.ts'
import type { AskedRows, MessageRow } from './conversations.repository.ts'

const Params = z.object({ id: z.uuid() })
/** What an API key needs to ask, and to read what was answered. */
const ASKS = { keyScopes: ['chat'] } as const
const READS = { keyScopes: ['read', 'chat'] } as const

const presentAsked = ({ conversation, question, answer }: AskedRows) => ({
  conversation: presentConversation(conversation),
  question: presentMessage(question, new Set()),
  answer: presentMessage(answer, new Set()),
})

export const conversationRoutes =
  ({ db }: Context, knowledge: Knowledge): FastifyPluginAsyncZod =>
  async (app) => {
    const { conversations } = knowledge
    const parts = { db, conversations: knowledge.conversationsRepository }
    const integration = (userId: string, id: string, right: Right = 'chat') =>
      integrationFor({ db, integrations: knowledge.integrationsRepository }, userId, id, right)
    const presented = async (row: MessageRow) => {
      const message = conversations.current(row)
      return presentMessage(message, await conversations.existing([message]))
    }

    app.get(
      '/api/v1/integrations/:id/conversations',
      { schema: { params: Params, querystring: ConversationQuery, response: { 200: ConversationPage } } },
      async ({ user, params, query: { mine, before, limit, ...filter } }) => {
        const { id } = await integration(user.id, params.id, 'read')
        const ownerId = mine === 'true' ? user.id : undefined
        const page = await conversations.page({ integrationId: id, filter, ownerId }, limit, before)
        return {
          items: page.items.map(presentConversation),
          total: page.total,
          has_more: page.hasMore,
        }
      },
    )

    app.get(
      '/api/v1/integrations/:id/conversations/export',
      { schema: { params: Params, querystring: ConversationExport } },
      async ({ user, params, query: { format, ...filter } }, reply) => {
        const { id } = await integration(user.id, params.id, 'read')
        const all = conversations.all({ integrationId: id, filter })
        return reply
          .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
          .header('content-disposition', `attachment; filename="conversations.${format}"`)
          .send(Readable.from(format === 'csv' ? asCsv(all) : asJsonLines(all)))
      },
    )

    app.post(
      '/api/v1/integrations/:id/messages',
      { config: ASKS, schema: { params: Params, body: Question, response: { 201: Asked } } },
      async ({ user, params, body }, reply) => {
        const asked = await integration(user.id, params.id)
        const found = body.conversation_id && (await conversationFor(parts, user.id, body.conversation_id))
        const conversation = found ? found.conversation : null
        if (conversation && conversation.integrationId !== asked.id) throw notFound('Conversation')
        const rows = await conversations.ask({
          integration: asked,
          asker: { userId: user.id },
          channel: 'playground',
          config: body.config,
          content: body.content,
          replaces: body.replaces ?? null,
          conversation,
        })
        return reply.code(201).send(presentAsked(rows))
      },
    )

    app.get(
      '/api/v1/conversations/:id',
      { config: READS, schema: { params: Params, response: { 200: ConversationDetail } } },
      async ({ user, params }) => {
        const { conversation } = await conversationFor(parts, user.id, params.id)
        const { messages, existing } = await conversations.detail(conversation)
        return {
          conversation: presentConversation(conversation),
          messages: messages.map((message) => presentMessage(message, existing)),
        }
      },
    )

    app.delete(
      '/api/v1/conversations/:id',
      { schema: { params: Params, response: { 200: Acknowledged } } },
      async ({ user, params }) => {
        const { conversation, role } = await conversationFor(parts, user.id, params.id)
        if (!may(role, 'edit') && conversation.userId !== user.id) throw forbidden()
        await conversations.remove(conversation)
        return { message: 'The conversation was deleted.' }
      },
    )

    app.get(
      '/api/v1/messages/:id',
      { config: READS, schema: { params: Params, response: { 200: Message } } },
      async ({ user, params }) => presented((await messageFor(parts, user.id, params.id)).message),
    )

    app.put(
      '/api/v1/messages/:id/feedback',
      { config: ASKS, schema: { params: Params, body: AnswerFeedback, response: { 200: Message } } },
      async ({ user, params, body }) => {
        const { message } = await messageFor(parts, user.id, params.id)
        return presented(await conversations.rate(message, body))
      },
    )

    app.delete(
      '/api/v1/messages/:id/feedback',
      { config: ASKS, schema: { params: Params, response: { 200: Message } } },
      async ({ user, params }) => {
        const { message } = await messageFor(parts, user.id, params.id)
        return presented(await conversations.rate(message, null))
      },
    )

    app.post(
      '/api/v1/messages/:id/stop',
      { config: ASKS, schema: { params: Params, response: { 200: Message } } },
      async ({ user, params }) => {
        const { message } = await messageFor(parts, user.id, params.id)
        return presented(await conversations.stop(message))
      },
    )

    app.post(
      '/api/v1/messages/:id/retry',
      { config: ASKS, schema: { params: Params, response: { 200: Asked } } },
      async ({ user, params }) => {
        const { message, conversation } = await messageFor(parts, user.id, params.id)
        return presentAsked(
          await conversations.retry({
            message,
            conversation,
            integration: await integration(user.id, conversation.integrationId),
            asker: { userId: user.id },
          }),
        )
      },
    )
  }
