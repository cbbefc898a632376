import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {
  ExplainRequest,
  SearchExplanation,
  SearchRequest,
  SearchResults,
} from '../../src/services/contract/search.ts'
import type { Context } from '../context.ts'
import { integrationFor } from '../integrations/integrations.policy.ts'
import type { Explanation } from './explain.ts'
import { presentSearch } from './search.presenter.ts'
import type { PassageSearch } from './search.service.ts'

type Parts = { searchPassages: PassageSearch; explain: Explanation }

const Params = z.object({ id: z.uuid() })

export const searchRoutes =
  ({ db }: Context, { searchPassages, explain }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { keyScopes: ['read', 'chat'] } as const
    const integration = (userId: string, id: string) => integrationFor(db, userId, id, 'read')

    app.post(
      '/api/v1/integrations/:id/search',
      { config, schema: { params: Params, body: SearchRequest, response: { 200: SearchResults } } },
      async ({ user, params, body: { query, limit, knowledge_base_id, document_id } }) => {
        const { knowledgeBaseIds } = await integration(user.id, params.id)
        const scope = {
          knowledgeBaseIds: knowledgeBaseIds.filter((id) => !knowledge_base_id || id === knowledge_base_id),
          documentIds: document_id ? [document_id] : undefined,
        }
        return presentSearch(await searchPassages(query, scope, limit))
      },
    )

    app.post(
      '/api/v1/integrations/:id/search/explain',
      { config, schema: { params: Params, body: ExplainRequest, response: { 200: SearchExplanation } } },
      async ({ user, params, body: { query, passage_id } }) => {
        const { organizationId, knowledgeBaseIds, settings } = await integration(user.id, params.id)
        const { top_k, score_threshold } = settings
        const passage = { passageId: passage_id, organizationId }
        return explain({ query, knowledgeBaseIds, passage, settings: { top_k, score_threshold } })
      },
    )
  }
