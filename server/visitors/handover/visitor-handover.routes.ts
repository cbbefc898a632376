import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { visitorsConversation } from '../../conversations/conversations.policy.ts'
import { limited, networkOf } from '../../kernel/http/rate-limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import type { Share } from '../share/share.service.ts'
import { visited } from '../share/visits.ts'
import type { VisitorHandoverService } from './visitor-handover.service.ts'

type Parts = { visitorHandover: VisitorHandoverService; share: Share }

// Per network: a number, within minutes.
const REQUESTS = [10, 60] as const
const MESSAGES = [30, 1] as const

/** A visitor's requests for a person, in their own conversation. */
export const visitorHandoverRoutes =
  ({ config, db }: Context, { visitorHandover, share }: Parts): FastifyPluginAsync =>
  async (app) => {
    const limit = limited(app, config, networkOf)
    const fewRequests = limit(...REQUESTS)
    const slowDown = limit(...MESSAGES)
    const own = async (request: FastifyRequest<{ Params: { id: string; part: string } }>) => {
      const { opened, visitor } = await visited(share, request)
      return { opened, conversation: await visitorsConversation(db, visitor, request.params.part) }
    }

    serve(app, api.visitorHandover.read, async (request) =>
      visitorHandover.shownToVisitor((await own(request)).conversation),
    )

    serve(app, api.visitorHandover.request, async (request) => {
      await fewRequests(request)
      const { opened, conversation } = await own(request)
      return visitorHandover.request(conversation, opened.integration.organizationId, request.body)
    })

    serve(app, api.visitorHandover.write, async (request) => {
      await slowDown(request)
      const { conversation } = await own(request)
      return visitorHandover.write(conversation, request.body.content)
    })

    serve(app, api.visitorHandover.rate, async (request) => {
      await slowDown(request)
      return visitorHandover.rate((await own(request)).conversation, request.body.rating)
    })

    serve(app, api.visitorHandover.close, async (request) => {
      await slowDown(request)
      return visitorHandover.close((await own(request)).conversation)
    })

    serve(app, api.visitorHandover.sayHelped, async (request) => {
      await slowDown(request)
      return visitorHandover.sayHelped((await own(request)).conversation, request.body.helped)
    })
  }
