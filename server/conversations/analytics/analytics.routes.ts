import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../kernel/http/serve.ts'
import { memberOf, memberWho } from '../../organizations/organizations.policy.ts'
import type { Analytics } from './analytics.service.ts'
export const analyticsRoutes =
  ({ db }: Context, analytics: Analytics): FastifyPluginAsync =>
  async (app) => {
    const organization = async (userId: string, id: string) => (await memberOf(db, userId, id)).organizationId

    serve(app, api.analytics.usageSeries, async ({ user, params, query }) =>
      analytics.usage(await organization(user.id, params.organizationId), user.id, query),
    )

    serve(app, api.analytics.sources, async ({ user, params, query }) =>
      analytics.sources(await organization(user.id, params.organizationId), user.id, query),
    )

    serve(app, api.analytics.gaps, async ({ user, params, query }) =>
      analytics.gaps(await organization(user.id, params.organizationId), user.id, query.status),
    )

    serve(app, api.analytics.settleGaps, async ({ user, params, body }) => {
      const { organizationId } = await memberWho('edit', db, user.id, params.organizationId)
      await analytics.settle(organizationId, user.id, body)
      return { message: 'Noted.' }
    })
  }
