import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {
  GapList,
  GapPatch,
  GapStatus,
  Period,
  SourceAnalytics,
  UsageSeries,
} from '../../src/services/contract/analytics.ts'
import { Acknowledged } from '../../src/services/contract/common.ts'
import type { Context } from '../context.ts'
import { memberOf, memberWho } from '../organizations/organizations.policy.ts'
import type { Analytics } from './analytics.service.ts'

const Params = z.object({ organizationId: z.uuid() })

export const analyticsRoutes =
  ({ db }: Context, analytics: Analytics): FastifyPluginAsyncZod =>
  async (app) => {
    const organization = async (userId: string, id: string) => (await memberOf(db, userId, id)).organizationId

    app.get(
      '/api/v1/organizations/:organizationId/usage/series',
      { schema: { params: Params, querystring: Period, response: { 200: UsageSeries } } },
      async ({ user, params, query }) =>
        analytics.usage(await organization(user.id, params.organizationId), query),
    )

    app.get(
      '/api/v1/organizations/:organizationId/sources',
      { schema: { params: Params, querystring: Period, response: { 200: SourceAnalytics } } },
      async ({ user, params, query }) =>
        analytics.sources(await organization(user.id, params.organizationId), query),
    )

    app.get(
      '/api/v1/organizations/:organizationId/gaps',
      {
        schema: {
          params: Params,
          querystring: z.object({ status: z._default(GapStatus, 'open') }),
          response: { 200: GapList },
        },
      },
      async ({ user, params, query }) =>
        analytics.gaps(await organization(user.id, params.organizationId), query.status),
    )

    app.patch(
      '/api/v1/organizations/:organizationId/gaps',
      { schema: { params: Params, body: GapPatch, response: { 200: Acknowledged } } },
      async ({ user, params, body }) => {
        const { organizationId } = await memberWho('edit', db, user.id, params.organizationId)
        await analytics.settle(organizationId, body)
        return { message: 'Noted.' }
      },
    )
  }
