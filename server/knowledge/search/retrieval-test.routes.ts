import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../kernel/http/serve.ts'
import { knowledgeBaseFor } from '../knowledge-bases/knowledge-bases.policy.ts'
import { closedIn } from '../readers/may-read.ts'
import { presentTest } from './search.presenter.ts'
import type { PassageSearch } from './search.service.ts'

/** More than a knowledge base passes to an assistant. */
const SHOWN = 20

/** A search in one knowledge base, compared with the same query under its stored settings. */
export const retrievalTestRoutes =
  ({ db }: Context, { searchPassages }: { searchPassages: PassageSearch }): FastifyPluginAsync =>
  async (app) => {
    serve(app, api.knowledgeBases.search, async ({ user, params, body: { query, settings } }) => {
      const { id } = await knowledgeBaseFor(db, user.id, params.id, 'read')
      const closed = await closedIn(db, user.id, [id])
      const find = (given?: typeof settings) =>
        searchPassages(
          [query],
          { knowledgeBaseIds: [id], closed },
          { limit: SHOWN, ...(given && { settings: new Map([[id, given]]) }) },
        )
      const [tested, stored] = await Promise.all([find(settings), settings ? find() : null])
      return presentTest(
        tested,
        new Map((stored ?? tested).hits.map(({ passage }, index) => [passage.id, index + 1])),
      )
    })
  }
