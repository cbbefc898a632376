import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AnswerFeedback, Message, RetryQuery } from '../../src/services/contract/conversations.ts'
import { ShareAsked, ShareQuestion } from '../../src/services/contract/share.ts'
import type { Context } from '../context.ts'
import { visitorsConversation, visitorsMessage } from '../conversations/conversations.policy.ts'
import { presentConversationForVisitor, presentForVisitor } from '../conversations/conversations.presenter.ts'
import type { Conversations } from '../conversations/conversations.service.ts'
import type { AskedRows } from '../conversations/conversations.types.ts'
import { limited, networkOf } from '../http/rate-limits.ts'
import { forVisitors, type Share } from './share.service.ts'
import type { OpenPage, VisitorRow } from './share.types.ts'
import { PageParams, PartParams, PUBLIC, visited } from './visits.ts'

type Parts = { conversations: Conversations; share: Share }

const QUESTIONS = [30, 1] as const // per network: at most so many in so many minutes

/** What a visitor asks, and what becomes of the answers. */
export const visitorMessageRoutes =
  ({ config, db }: Context, { conversations, share }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    const slowDown = limited(app, config, networkOf)(...QUESTIONS)

    const askedAnswer = async (opened: OpenPage, rows: AskedRows, visitor: VisitorRow) => ({
      conversation: presentConversationForVisitor(rows.conversation),
      question: presentForVisitor(rows.question),
      answer: presentForVisitor(rows.answer),
      budget: await share.budgetOf(opened.page, visitor),
    })
    const refused = (error: unknown) => {
      throw forVisitors(error)
    }

    app.post(
      '/api/v1/share/:id/messages',
      { config: PUBLIC, schema: { params: PageParams, body: ShareQuestion, response: { 201: ShareAsked } } },
      async (request, reply) => {
        await slowDown(request)
        const { opened, visitor } = await visited(share, request, request.params.id)
        const { content, conversation_id, channel } = request.body
        const rows = await conversations
          .ask(
            {
              integration: opened.integration,
              asker: { visitorId: visitor.id },
              channel,
              config: 'published',
              content,
              conversation:
                conversation_id === null ? null : await visitorsConversation(db, visitor.id, conversation_id),
            },
            () => share.take(opened, visitor),
          )
          .catch(refused)
        return reply.code(201).send(await askedAnswer(opened, rows, visitor))
      },
    )

    app.get(
      '/api/v1/share/:id/messages/:part',
      { config: PUBLIC, schema: { params: PartParams, response: { 200: Message } } },
      async (request) => {
        const { visitor } = await visited(share, request, request.params.id)
        return presentForVisitor(
          await conversations.current((await visitorsMessage(db, visitor.id, request.params.part)).message),
        )
      },
    )

    app.post(
      '/api/v1/share/:id/messages/:part/stop',
      { config: PUBLIC, schema: { params: PartParams, response: { 200: Message } } },
      async (request) => {
        const { visitor } = await visited(share, request, request.params.id)
        return presentForVisitor(
          await conversations.stop((await visitorsMessage(db, visitor.id, request.params.part)).message),
        )
      },
    )

    app.put(
      '/api/v1/share/:id/messages/:part/feedback',
      { config: PUBLIC, schema: { params: PartParams, body: AnswerFeedback, response: { 200: Message } } },
      async (request) => {
        await slowDown(request)
        const { visitor } = await visited(share, request, request.params.id)
        const { message } = await visitorsMessage(db, visitor.id, request.params.part)
        return presentForVisitor(await conversations.rate(message, request.body))
      },
    )

    app.delete(
      '/api/v1/share/:id/messages/:part/feedback',
      { config: PUBLIC, schema: { params: PartParams, response: { 200: Message } } },
      async (request) => {
        await slowDown(request)
        const { visitor } = await visited(share, request, request.params.id)
        const { message } = await visitorsMessage(db, visitor.id, request.params.part)
        return presentForVisitor(await conversations.rate(message, null))
      },
    )

    app.post(
      '/api/v1/share/:id/messages/:part/retry',
      {
        config: PUBLIC,
        schema: { params: PartParams, querystring: RetryQuery, response: { 200: ShareAsked } },
      },
      async (request) => {
        await slowDown(request)
        const { opened, visitor } = await visited(share, request, request.params.id)
        const { message, conversation } = await visitorsMessage(db, visitor.id, request.params.part)
        const rows = await conversations
          .retry(
            {
              message,
              conversation,
              integration: opened.integration,
              asker: { visitorId: visitor.id },
              waits: request.query.wait === 'true',
            },
            () => share.take(opened, visitor),
          )
          .catch(refused)
        return askedAnswer(opened, rows, visitor)
      },
    )
  }
