import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../kernel/http/serve.ts'
import type { Retrieval } from '../../knowledge/retrieval/retrieval.module.ts'
import type { Module } from '../../module.ts'
import { createAnalyticsRepository } from './analytics.repository.ts'
import { type Analytics, createAnalytics } from './analytics.service.ts'

const analyticsRoutes =
  (analytics: Analytics): FastifyPluginAsync =>
  async (app) => {
    serve(app, api.analytics.usageSeries, async ({ user, params, query }) =>
      analytics.usage(params.organizationId, user.id, query),
    )

    serve(app, api.analytics.sources, async ({ user, params, query }) =>
      analytics.sources(params.organizationId, user.id, query),
    )

    serve(app, api.analytics.gaps, async ({ user, params, query }) =>
      analytics.gaps(params.organizationId, user.id, query.status),
    )

    serve(app, api.analytics.settleGaps, async ({ user, params, body }) => {
      await analytics.settle(params.organizationId, user.id, body)
      return { message: 'Noted.' }
    })
  }

/** Questions, the sources of their answers, and questions without an answer. */
export const createAnalyticsModule = (
  { db, config }: Context,
  { scale }: Pick<Retrieval, 'scale'>,
): Module => ({
  plugin: analyticsRoutes(createAnalytics(createAnalyticsRepository(db), config.llmPrice, scale)),
})
