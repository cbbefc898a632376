import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import { requireVerified } from '../../accounts/accounts.policy.ts'
import { integrationFor } from '../../assistants/integrations/integrations.policy.ts'
import type { Context } from '../../context.ts'
import { limited } from '../../kernel/http/rate-limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { ownConversation } from './handover.policy.ts'
import { requesterOf } from './handover.types.ts'
import type { VisitorHandoverService } from './visitor-handover.service.ts'

// Per member: a number, within minutes.
const REQUESTS = [10, 60] as const
const MESSAGES = [30, 1] as const

/** A member's requests for a person, in their own conversation. */
export const ownHandoverRoutes =
  (
    { config, db }: Context,
    { visitorHandover }: { visitorHandover: VisitorHandoverService },
  ): FastifyPluginAsync =>
  async (app) => {
    const limit = limited(app, config, ({ identity, ip }) => identity?.id ?? ip)
    const fewRequests = limit(...REQUESTS)
    const slowDown = limit(...MESSAGES)
    const own = ({ user, params }: FastifyRequest<{ Params: { id: string } }>) =>
      ownConversation(db, user.id, params.id)

    serve(app, api.ownHandover.read, async (request) => visitorHandover.shownToMember(await own(request)))

    serve(app, api.ownHandover.request, async (request) => {
      const conversation = await own(request)
      if (requesterOf(conversation) === 'member') {
        await requireVerified(db, request.user.id)
        await fewRequests(request)
      }
      const { organizationId } = await integrationFor(db, request.user.id, conversation.integrationId, 'chat')
      return visitorHandover.request(conversation, organizationId, request.body)
    })

    serve(app, api.ownHandover.write, async (request) => {
      await slowDown(request)
      return visitorHandover.write(await own(request), request.body.content)
    })

    serve(app, api.ownHandover.rate, async (request) =>
      visitorHandover.rate(await own(request), request.body.rating),
    )

    serve(app, api.ownHandover.close, async (request) => visitorHandover.close(await own(request)))

    serve(app, api.ownHandover.sayHelped, async (request) =>
      visitorHandover.sayHelped(await own(request), request.body.helped),
    )
  }
