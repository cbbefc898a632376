import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Acknowledged } from '../../src/services/contract/common.ts'
import { Conversation, ConversationDetail } from '../../src/services/contract/conversations.ts'
import type { Context } from '../context.ts'
import { visitorsConversation } from '../conversations/conversations.policy.ts'
import { presentConversationForVisitor, presentForVisitor } from '../conversations/conversations.presenter.ts'
import type { Conversations } from '../conversations/conversations.service.ts'
import type { Share } from './share.service.ts'
import { PageParams, PartParams, PUBLIC, visited } from './visits.ts'

type Parts = { conversations: Conversations; share: Share }

/** A visitor's own conversations. */
export const visitorConversationRoutes =
  ({ db }: Context, { conversations, share }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/v1/share/:id/conversations',
      { config: PUBLIC, schema: { params: PageParams, response: { 200: z.array(Conversation) } } },
      async (request) => {
        const { visitor } = await visited(share, request, request.params.id)
        return (await share.conversationsOf(visitor)).map(presentConversationForVisitor)
      },
    )

    app.get(
      '/api/v1/share/:id/conversations/:part',
      { config: PUBLIC, schema: { params: PartParams, response: { 200: ConversationDetail } } },
      async (request) => {
        const { visitor } = await visited(share, request, request.params.id)
        const conversation = await visitorsConversation(db, visitor.id, request.params.part)
        const { messages } = await conversations.detail(conversation)
        return {
          conversation: presentConversationForVisitor(conversation),
          messages: messages.map(presentForVisitor),
          may_change: true,
        }
      },
    )

    app.delete(
      '/api/v1/share/:id/conversations/:part',
      { config: PUBLIC, schema: { params: PartParams, response: { 200: Acknowledged } } },
      async (request) => {
        const { visitor } = await visited(share, request, request.params.id)
        await conversations.remove(await visitorsConversation(db, visitor.id, request.params.part))
        return { message: 'The conversation was deleted.' }
      },
    )
  }
