import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../kernel/http/serve.ts'
import { TextsRefused } from '../../knowledge/retrieval/embedder.ts'
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
  { db, config, background }: Context,
  { scale, embedder }: Pick<Retrieval, 'scale' | 'embedder'>,
): Module => {
  const repository = createAnalyticsRepository(db)
  const embedGaps = async () => {
    const toEmbed = await repository.gapsToEmbed(embedder.model, embedder.dimensions())
    for (const { answerId, question } of toEmbed) {
      if (background.isEnding()) return
      try {
        const [vector] = await embedder.embed([question], 'inTurn')
        await repository.embedGap(answerId, vector!, embedder.model)
      } catch (error) {
        // One organization's question must not keep those of others waiting.
        if (!(error instanceof TextsRefused)) throw error
      }
    }
  }
  return {
    plugin: analyticsRoutes(createAnalytics(repository, config.llmPrice, scale)),
    async sweep() {
      // The model must not delay other chores.
      background.run('embedding questions without an answer', embedGaps)
    },
  }
}
