import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { visitorsConversation } from '../../conversations/conversations.policy.ts'
import {
  presentConversationForVisitor,
  presentForVisitor,
} from '../../conversations/conversations.presenter.ts'
import type { Conversations } from '../../conversations/conversations.service.ts'
import { serve } from '../../kernel/http/serve.ts'
import { PUBLIC } from '../../knowledge/readers/may-read.ts'
import type { Share } from './share.service.ts'
import { visited } from './visits.ts'

type Parts = { conversations: Conversations; share: Share }

/** A visitor's own conversations. */
export const visitorConversationRoutes =
  ({ db }: Context, { conversations, share }: Parts): FastifyPluginAsync =>
  async (app) => {
    serve(app, api.publicPage.conversations, async (request) => {
      const { visitor } = await visited(share, request, request.params.id)
      return (await share.conversationsOf(visitor)).map(presentConversationForVisitor)
    })

    serve(app, api.publicPage.conversation, async (request) => {
      const { visitor } = await visited(share, request, request.params.id)
      const conversation = await visitorsConversation(db, visitor, request.params.part)
      const { messages } = await conversations.detail(conversation, PUBLIC)
      return {
        conversation: presentConversationForVisitor(conversation),
        messages: messages.map(presentForVisitor),
        may_change: true,
      }
    })

    serve(app, api.publicPage.removeConversation, async (request) => {
      const { visitor } = await visited(share, request, request.params.id)
      await conversations.remove(await visitorsConversation(db, visitor, request.params.part))
      return { message: 'The conversation was deleted.' }
    })
  }
