import type { FastifyPluginAsync } from 'fastify'
import * as z from 'zod/mini'
import { exact } from '../../../src/services/contract/common.ts'
import * as api from '../../../src/services/contract/operations/index.ts'
import { CLOSE, type Envelope } from '../../../src/services/contract/sockets.ts'
import type { Context } from '../../context.ts'
import type { Conversations } from '../../conversations/conversations.service.ts'
import { Refusal, refusal } from '../../kernel/errors.ts'
import { limited, networkOf } from '../../kernel/http/rate-limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { visitorHandoverRoutes } from '../handover/visitor-handover.routes.ts'
import type { VisitorHandoverService } from '../handover/visitor-handover.service.ts'
import type { Identity } from './identity.ts'
import { presentSharePage } from './share.presenter.ts'
import type { Share } from './share.service.ts'
import { visitorConversationRoutes, visitorMessageRoutes } from './visitor-conversations.routes.ts'
import { tokenOf, visited } from './visits.ts'

/** Passes events of one conversation: visitors who came by a mailed link receive no others. */
const createEventFilter = (conversationId: string) => {
  const messages = new Set<unknown>()
  return ({ data }: Pick<Envelope, 'data'>) => {
    const { conversation_id, message_id, id }: Record<string, unknown> = Object(data)
    if (conversation_id === conversationId) messages.add(id)
    if (message_id !== undefined) return messages.has(message_id)
    return conversation_id === undefined || conversation_id === conversationId
  }
}

type Parts = {
  conversations: Conversations
  share: Share
  identity: Identity
  visitorHandover: VisitorHandoverService
}

const PageParams = z.object({ id: z.uuid() })
const TokenQuery = z.object({ token: z._default(exact(4096), '') })

// Per network: a number, within minutes.
const NEW_VISITORS = [20, 60] as const
const PROOFS = [30, 1] as const

/** S2.8: a visitor's operations, without an account. All except the page itself require the visitor's token. */
export const shareRoutes =
  (context: Context, parts: Parts): FastifyPluginAsync =>
  async (app) => {
    const { config, hub, mayConnectFrom } = context
    const { share, identity, visitorHandover } = parts
    const limit = limited(app, config, networkOf)
    const fewVisitors = limit(...NEW_VISITORS)
    const fewProofs = limit(...PROOFS)

    /** A browser says where a page is from; only ours may ask. */
    app.addHook('onRequest', async (request) => {
      if (!mayConnectFrom(request)) throw refusal('forbidden_site')
    })
    await app.register(visitorConversationRoutes(context, parts))
    await app.register(visitorMessageRoutes(context, parts))
    await app.register(visitorHandoverRoutes(context, parts))

    serve(app, api.publicPage.page, async (request) => {
      const opened = await share.open(request.params.id)
      const visitor = await share.visitor(request.params.id, tokenOf(request))
      return presentSharePage(opened, {
        quoted: config.llm === null,
        closed: await share.toldClosed(opened),
        budget: await share.budgetOf(opened.page, visitor),
        poweredBy: await share.isPoweredByShown(opened),
        handover: await visitorHandover.isOffered(request.params.id, visitor?.id ?? null),
      })
    })

    serve(app, api.publicPage.enter, async (request) => {
      await fewVisitors(request)
      const token = await share.newVisitor(await share.open(request.params.id))
      return { token }
    })

    serve(app, api.publicPage.identify, async (request) => {
      await fewProofs(request)
      const { opened, visitor } = await visited(share, request)
      return identity.identify(opened, visitor, request.body)
    })

    app.get(
      '/api/ws/share/:id',
      { websocket: true, config: { public: true }, schema: { params: PageParams, querystring: TokenQuery } },
      async (socket, request) => {
        const { id } = request.params as z.infer<typeof PageParams>
        const { token } = request.query as z.infer<typeof TokenQuery>
        try {
          await share.open(id)
          const visitor = await share.visitor(id, token)
          if (!visitor) return socket.close(CLOSE.unauthorized)
          const { id: visitorId, only } = visitor
          const admission = { visitorId, channel: `visitor:${visitorId}` } as const
          hub.admit(
            socket,
            only === null ? admission : { ...admission, hears: createEventFilter(only) },
            networkOf(request),
          )
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          socket.close(CLOSE.gone)
        }
      },
    )
  }
