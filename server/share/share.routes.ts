import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Acknowledged, exact } from '../../src/services/contract/common.ts'
import {
  AnswerFeedback,
  Conversation,
  ConversationDetail,
  Message,
} from '../../src/services/contract/conversations.ts'
import { ShareAsked, SharePage, ShareQuestion, Visitor } from '../../src/services/contract/share.ts'
import { CLOSE } from '../../src/services/contract/sockets.ts'
import type { Context } from '../context.ts'
import { presentConversationForVisitor, presentForVisitor } from '../conversations/conversations.presenter.ts'
import type { AskedRows } from '../conversations/conversations.repository.ts'
import { forbidden, notFound, Refusal, unauthorized } from '../errors.ts'
import { limited, networkOf } from '../http/rate-limits.ts'
import type { Knowledge } from '../knowledge.ts'
import { presentSharePage } from './share.presenter.ts'
import { forVisitors, type OpenPage } from './share.service.ts'

const Params = z.object({ id: z.uuid() })
const PartParams = z.object({ id: z.uuid(), part: z.uuid() })
const PUBLIC = { public: true } as const
const TokenQuery = z.object({ token: z._default(exact(4096), '') })

const NEW_VISITORS = [20, 60] as const // per network: at most so many in so many minutes
const QUESTIONS = [30, 1] as const

/** S2.8: what a visitor may do, who has no account. Everything beyond the page itself takes the visitor's token. */
export const shareRoutes =
  (context: Context, { conversations, conversationsRepository, share }: Knowledge): FastifyPluginAsyncZod =>
  async (app) => {
    const { config, hub, mayConnectFrom } = context
    const perNetwork = limited(app, config, networkOf)
    const slowDown = perNetwork(...QUESTIONS)
    const fewVisitors = perNetwork(...NEW_VISITORS)

    /** A browser says where a page is from; ours is the only one that may ask. */
    app.addHook('onRequest', async (request) => {
      if (!mayConnectFrom(request)) throw forbidden('This site may not ask the assistant.')
    })

    const tokenOf = ({ headers }: FastifyRequest) => {
      const token = headers['x-visitor-token']
      return typeof token === 'string' && token !== '' ? token : null
    }

    /** @throws Refusal 401 for a token that is not of this page */
    const visited = async (request: FastifyRequest, id: string) => {
      const opened = await share.open(id)
      const visitor = await share.visitor(id, tokenOf(request))
      if (!visitor) throw unauthorized('This visit is over. Reload the page.', 'unknown_visitor')
      return { opened, visitor }
    }

    /** The visitor's own; another's reads like one that does not exist. */
    const ownConversation = async (visitorId: string, id: string) => {
      const found = await conversationsRepository.find(id)
      if (found?.conversation.visitorId !== visitorId) throw notFound('Conversation')
      return found.conversation
    }
    const ownMessage = async (visitorId: string, id: string) => {
      const found = await conversationsRepository.findMessage(id)
      if (found?.conversation.visitorId !== visitorId) throw notFound('Message')
      return found
    }

    app.get(
      '/api/v1/share/:id',
      { config: PUBLIC, schema: { params: Params, response: { 200: SharePage } } },
      async (request) => {
        const opened = await share.open(request.params.id)
        const visitor = await share.visitor(request.params.id, tokenOf(request))
        return presentSharePage(opened, {
          quoted: config.llm === null,
          closed: await share.closedBy(opened.page),
          budget: await share.budgetOf(opened.page, visitor),
        })
      },
    )

    app.post(
      '/api/v1/share/:id/visitors',
      { config: PUBLIC, schema: { params: Params, response: { 201: Visitor } } },
      async (request, reply) => {
        await fewVisitors(request)
        const token = await share.newVisitor(await share.open(request.params.id))
        return reply.code(201).send({ token })
      },
    )

    app.get(
      '/api/v1/share/:id/conversations',
      { config: PUBLIC, schema: { params: Params, response: { 200: z.array(Conversation) } } },
      async (request) => {
        const { visitor } = await visited(request, request.params.id)
        return (await share.conversationsOf(visitor)).map(presentConversationForVisitor)
      },
    )

    app.get(
      '/api/v1/share/:id/conversations/:part',
      { config: PUBLIC, schema: { params: PartParams, response: { 200: ConversationDetail } } },
      async (request) => {
        const { visitor } = await visited(request, request.params.id)
        const conversation = await ownConversation(visitor.id, request.params.part)
        const { messages } = await conversations.detail(conversation)
        return {
          conversation: presentConversationForVisitor(conversation),
          messages: messages.map(presentForVisitor),
        }
      },
    )

    app.delete(
      '/api/v1/share/:id/conversations/:part',
      { config: PUBLIC, schema: { params: PartParams, response: { 200: Acknowledged } } },
      async (request) => {
        const { visitor } = await visited(request, request.params.id)
        await conversations.remove(await ownConversation(visitor.id, request.params.part))
        return { message: 'The conversation was deleted.' }
      },
    )

    const askedAnswer = async (
      opened: OpenPage,
      rows: AskedRows,
      visitor: Parameters<typeof share.take>[1],
    ) => ({
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
      { config: PUBLIC, schema: { params: Params, body: ShareQuestion, response: { 201: ShareAsked } } },
      async (request, reply) => {
        await slowDown(request)
        const { opened, visitor } = await visited(request, request.params.id)
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
                conversation_id === null ? null : await ownConversation(visitor.id, conversation_id),
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
        const { visitor } = await visited(request, request.params.id)
        return presentForVisitor(
          conversations.current((await ownMessage(visitor.id, request.params.part)).message),
        )
      },
    )

    app.post(
      '/api/v1/share/:id/messages/:part/stop',
      { config: PUBLIC, schema: { params: PartParams, response: { 200: Message } } },
      async (request) => {
        const { visitor } = await visited(request, request.params.id)
        return presentForVisitor(
          await conversations.stop((await ownMessage(visitor.id, request.params.part)).message),
        )
      },
    )

    app.put(
      '/api/v1/share/:id/messages/:part/feedback',
      { config: PUBLIC, schema: { params: PartParams, body: AnswerFeedback, response: { 200: Message } } },
      async (request) => {
        await slowDown(request)
        const { visitor } = await visited(request, request.params.id)
        const { message } = await ownMessage(visitor.id, request.params.part)
        return presentForVisitor(await conversations.rate(message, request.body))
      },
    )

    app.delete(
      '/api/v1/share/:id/messages/:part/feedback',
      { config: PUBLIC, schema: { params: PartParams, response: { 200: Message } } },
      async (request) => {
        await slowDown(request)
        const { visitor } = await visited(request, request.params.id)
        const { message } = await ownMessage(visitor.id, request.params.part)
        return presentForVisitor(await conversations.rate(message, null))
      },
    )

    app.post(
      '/api/v1/share/:id/messages/:part/retry',
      { config: PUBLIC, schema: { params: PartParams, response: { 200: ShareAsked } } },
      async (request) => {
        await slowDown(request)
        const { opened, visitor } = await visited(request, request.params.id)
        const { message, conversation } = await ownMessage(visitor.id, request.params.part)
        const rows = await conversations
          .retry(
            { message, conversation, integration: opened.integration, asker: { visitorId: visitor.id } },
            () => share.take(opened, visitor),
          )
          .catch(refused)
        return askedAnswer(opened, rows, visitor)
      },
    )

    app.get(
      '/api/ws/share/:id',
      { websocket: true, config: PUBLIC, schema: { params: Params, querystring: TokenQuery } },
      async (socket, request) => {
        const { id } = request.params as z.infer<typeof Params>
        const { token } = request.query as z.infer<typeof TokenQuery>
        try {
          await share.open(id)
          const visitor = await share.visitor(id, token)
          if (!visitor) return socket.close(CLOSE.forbidden)
          const admission = { visitorId: visitor.id, channel: `visitor:${visitor.id}` } as const
          hub.admit(socket, admission, networkOf(request))
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          socket.close(CLOSE.gone)
        }
      },
    )
  }
