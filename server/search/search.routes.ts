import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { SearchRequest, SearchResults } from '../../src/services/contract/search.ts'
import type { Context } from '../context.ts'
import { integrationFor } from '../integrations/integrations.policy.ts'
import type { Knowledge } from '../knowledge.ts'
import { presentSearch } from './search.presenter.ts'
import { createSearchRepository } from './search.repository.ts'
import { createPassageSearch } from './search.service.ts'

const Params = z.object({ id: z.uuid() })

export const searchRoutes =
  ({ db }: Context, { search, integrationsRepository }: Knowledge): FastifyPluginAsyncZod =>
  async (app) => {
    const searchPassages = createPassageSearch({ search, repository: createSearchRepository(db) })

    app.post(
      '/api/v1/integrations/:id/search',
      {
        config: { keyScopes: ['read', 'chat'] },
        schema: { params: Params, body: SearchRequest, response: { 200: SearchResults } },
      },
      async ({ user, params, body }) => {
        const { knowledgeBaseIds } = await integrationFor(
          { db, integrations: integrationsRepository },
          user.id,
          params.id,
          'read',
        )
        return presentSearch(await searchPassages(body.query, knowledgeBaseIds, body.limit))
      },
    )
  }
