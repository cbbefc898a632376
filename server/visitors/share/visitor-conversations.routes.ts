import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { visitorsConversation, visitorsMessage } from '../../conversations/conversations.policy.ts'
import {
  presentConversationForVisitor,
  presentForVisitor,
} from '../../conversations/conversations.presenter.ts'
import type { Conversations } from '../../conversations/conversations.service.ts'
import type { AskedRows, MessageRow } from '../../conversations/conversations.types.ts'
import { refusal } from '../../kernel/errors.ts'
import { limited, networkOf } from '../../kernel/http/rate-limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { PUBLIC } from '../../knowledge/readers/may-read.ts'
import { forVisitors, type Share } from './share.service.ts'
import type { OpenPage, VisitorRow } from './share.types.ts'
import { visited } from './visits.ts'

type Parts = { conversations: Conversations; share: Share }

/** A visitor's own conversations. */
export const visitorConversationRoutes =
  ({ db }: Context, { conversations, share }: Parts): FastifyPluginAsync =>
  async (app) => {
    serve(app, api.publicPage.conversations, async (request) => {
      const { visitor } = await visited(share, request)
      return (await share.conversationsOf(visitor)).map(presentConversationForVisitor)
    })

    serve(app, api.publicPage.conversation, async (request) => {
      const { visitor } = await visited(share, request)
      const conversation = await visitorsConversation(db, visitor, request.params.part)
      const { messages } = await conversations.detail(conversation, PUBLIC)
      return {
        conversation: presentConversationForVisitor(conversation),
        messages: messages.map(presentForVisitor),
        may_change: true,
      }
    })

    serve(app, api.publicPage.removeConversation, async (request) => {
      const { visitor } = await visited(share, request)
      await conversations.remove(await visitorsConversation(db, visitor, request.params.part))
      return { message: 'The conversation was deleted.' }
    })
  }

const QUESTIONS = [30, 1] as const // per network: a number, within minutes

/** A visitor's questions, and actions on their answers. */
export const visitorMessageRoutes =
  ({ config, db }: Context, { conversations, share }: Parts): FastifyPluginAsync =>
  async (app) => {
    const slowDown = limited(app, config, networkOf)(...QUESTIONS)

    const own = async (request: FastifyRequest<{ Params: { id: string; part: string } }>) => {
      const { opened, visitor } = await visited(share, request)
      return { opened, visitor, ...(await visitorsMessage(db, visitor, request.params.part)) }
    }
    const presented = async (row: MessageRow) => presentForVisitor(await conversations.shown(PUBLIC, row))
    const askedAnswer = async (opened: OpenPage, rows: AskedRows, visitor: VisitorRow) => ({
      conversation: presentConversationForVisitor(rows.conversation),
      question: presentForVisitor(rows.question),
      answer: presentForVisitor(rows.answer),
      budget: await share.budgetOf(opened.page, visitor),
    })
    const refused = (error: unknown) => {
      throw forVisitors(error)
    }

    serve(app, api.publicPage.ask, async (request) => {
      await slowDown(request)
      const { opened, visitor } = await visited(share, request)
      const { content, conversation_id, channel } = request.body
      // A new conversation belongs to the browser, which then asks as its own visitor.
      if (visitor.only !== null && conversation_id === null) throw refusal('unknown_visitor')
      const rows = await conversations
        .ask(
          {
            integration: opened.integration,
            asker: { visitorId: visitor.id },
            channel,
            config: 'published',
            content,
            conversation:
              conversation_id === null ? null : await visitorsConversation(db, visitor, conversation_id),
          },
          () => share.take(opened, visitor),
        )
        .catch(refused)
      return await askedAnswer(opened, rows, visitor)
    })

    serve(app, api.publicPage.message, async (request) => presented((await own(request)).message))

    serve(app, api.publicPage.stop, async (request) =>
      presented(await conversations.stop((await own(request)).message)),
    )

    serve(app, api.publicPage.rate, async (request) => {
      await slowDown(request)
      const { message } = await own(request)
      return presented(await conversations.rate(message, request.body))
    })

    serve(app, api.publicPage.unrate, async (request) => {
      await slowDown(request)
      const { message } = await own(request)
      return presented(await conversations.rate(message, null))
    })

    serve(app, api.publicPage.retry, async (request) => {
      await slowDown(request)
      const { opened, visitor, message, conversation } = await own(request)
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
    })
  }
