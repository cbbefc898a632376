import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {
  ExplainRequest,
  SearchExplanation,
  SearchRequest,
  SearchResults,
} from '../../src/services/contract/search.ts'
import type { WritersFor } from '../answering/writers.ts'
import type { Context } from '../context.ts'
import { integrationFor } from '../integrations/integrations.policy.ts'
import type { IntegrationRow } from '../integrations/integrations.types.ts'
import type { Explanation } from './explain.ts'
import { presentSearch } from './search.presenter.ts'
import type { PassageSearch } from './search.service.ts'

type Parts = { searchPassages: PassageSearch; explain: Explanation; writersFor: WritersFor }

const Params = z.object({ id: z.uuid() })

export const searchRoutes =
  ({ db }: Context, { searchPassages, explain, writersFor }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    /** As the assistant would search for a first question. */
    const queriesFor = async ({ organizationId, settings }: IntegrationRow, question: string) => {
      const { writeQueries } = await writersFor(organizationId, settings)
      return (await writeQueries({ question, history: [], signal: AbortSignal.any([]) })).queries
    }
    const integration = (userId: string, id: string) => integrationFor(db, userId, id, 'read')

    app.post(
      '/api/v1/integrations/:id/search',
      { schema: { params: Params, body: SearchRequest, response: { 200: SearchResults } } },
      async ({ user, params, body: { query, limit, knowledge_base_id, document_id } }) => {
        const asked = await integration(user.id, params.id)
        const scope = {
          knowledgeBaseIds: asked.knowledgeBaseIds.filter(
            (id) => !knowledge_base_id || id === knowledge_base_id,
          ),
          documentIds: document_id ? [document_id] : undefined,
        }
        const queries = await queriesFor(asked, query)
        return presentSearch(await searchPassages(queries, scope, { limit }))
      },
    )

    app.post(
      '/api/v1/integrations/:id/search/explain',
      { schema: { params: Params, body: ExplainRequest, response: { 200: SearchExplanation } } },
      async ({ user, params, body: { query, passage_id } }) => {
        const asked = await integration(user.id, params.id)
        const { organizationId, knowledgeBaseIds } = asked
        const { top_k, score_threshold } = asked.settings
        const queries = await queriesFor(asked, query)
        const passage = { passageId: passage_id, organizationId }
        return explain({ queries, knowledgeBaseIds, passage, settings: { top_k, score_threshold } })
      },
    )
  }
