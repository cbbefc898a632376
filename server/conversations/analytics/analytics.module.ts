import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../kernel/http/serve.ts'
import type { Retrieval } from '../../knowledge/retrieval/retrieval.module.ts'
import type { Module } from '../../module.ts'
import { memberOf, memberWho } from '../../organizations/organizations.policy.ts'
import { createAnalyticsRepository } from './analytics.repository.ts'
import { type Analytics, createAnalytics } from './analytics.service.ts'

const analyticsRoutes =
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

/** Questions, the sources of their answers, and questions without an answer. */
export const createAnalyticsModule = (context: Context, { scale }: Pick<Retrieval, 'scale'>): Module => ({
  plugin: analyticsRoutes(
    context,
    createAnalytics(createAnalyticsRepository(context.db), context.config.llmPrice, scale),
  ),
})
