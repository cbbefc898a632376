import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {
  ExplainRequest,
  SearchExplanation,
  SearchRequest,
  SearchResults,
} from '../../src/services/contract/search.ts'
import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { integrationFor } from '../integrations/integrations.policy.ts'
import type { Knowledge } from '../knowledge.ts'
import { createExplanation } from './explain.ts'
import { presentSearch } from './search.presenter.ts'
import { createSearchRepository } from './search.repository.ts'
import { createPassageSearch } from './search.service.ts'

const Params = z.object({ id: z.uuid() })

export const searchRoutes =
  (
    { db }: Context,
    { search, ranking, writersFor, integrationsRepository }: Knowledge,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    const repository = createSearchRepository(db)
    const searchPassages = createPassageSearch({ search, repository })
    const explain = createExplanation({ ranking, search })
    /** As the assistant would search for a first question. */
    const queriesFor = async (settings: { model: string }, question: string) => {
      const { writeQueries } = writersFor(settings)
      return (await writeQueries({ question, history: [], signal: AbortSignal.any([]) })).queries
    }
    const config = { keyScopes: ['read', 'chat'] } as const
    const integration = (userId: string, id: string) =>
      integrationFor({ db, integrations: integrationsRepository }, userId, id, 'read')

    app.post(
      '/api/v1/integrations/:id/search',
      { config, schema: { params: Params, body: SearchRequest, response: { 200: SearchResults } } },
      async ({ user, params, body: { query, limit, knowledge_base_id, document_id } }) => {
        const { knowledgeBaseIds, settings } = await integration(user.id, params.id)
        const scope = {
          knowledgeBaseIds: knowledgeBaseIds.filter((id) => !knowledge_base_id || id === knowledge_base_id),
          documentIds: document_id ? [document_id] : undefined,
        }
        const queries = await queriesFor(settings, query)
        return presentSearch(await searchPassages(queries, scope, limit))
      },
    )

    app.post(
      '/api/v1/integrations/:id/search/explain',
      { config, schema: { params: Params, body: ExplainRequest, response: { 200: SearchExplanation } } },
      async ({ user, params, body: { query, passage_id } }) => {
        const { organizationId, knowledgeBaseIds, settings } = await integration(user.id, params.id)
        const place = await repository.place(passage_id, organizationId)
        if (!place) throw notFound('Passage')
        const { top_k, score_threshold } = settings
        const queries = await queriesFor(settings, query)
        return explain({ queries, knowledgeBaseIds, place, settings: { top_k, score_threshold } })
      },
    )
  }
