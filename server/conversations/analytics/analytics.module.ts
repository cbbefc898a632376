import type { Context } from '../../context.ts'
import type { Retrieval } from '../../knowledge/retrieval/retrieval.module.ts'
import type { Module } from '../../module.ts'
import { createAnalyticsRepository } from './analytics.repository.ts'
import { analyticsRoutes } from './analytics.routes.ts'
import { createAnalytics } from './analytics.service.ts'

/** What was asked, what was answered from, and what could not be answered. */
export const createAnalyticsModule = (context: Context, { scale }: Pick<Retrieval, 'scale'>): Module => ({
  plugin: analyticsRoutes(
    context,
    createAnalytics(createAnalyticsRepository(context.db), context.config.llmPrice, scale),
  ),
})
