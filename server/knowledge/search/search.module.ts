import type { WritersFor } from '../../assistants/answering/writers.ts'
import type { Context } from '../../context.ts'
import type { Module } from '../../module.ts'
import type { Retrieval } from '../retrieval/retrieval.module.ts'
import { createExplanation } from './explain.ts'
import { createSearchRepository } from './search.repository.ts'
import { retrievalTestRoutes, searchRoutes } from './search.routes.ts'
import { createPassageSearch } from './search.service.ts'

/** Search results for a question, by an assistant or in one knowledge base, and the reasons. */
export const createSearchModule = (
  context: Context,
  {
    retrieval: { search, ranking, settingsOf },
    writersFor,
  }: { retrieval: Retrieval; writersFor: WritersFor },
): Module => {
  const repository = createSearchRepository(context.db)
  const searchPassages = createPassageSearch({ search, repository })
  const explain = createExplanation({ ranking, search, settingsOf, repository })
  return {
    plugin: async (app) => {
      await app.register(searchRoutes(context, { searchPassages, explain, writersFor }))
      await app.register(retrievalTestRoutes(context, { searchPassages }))
    },
  }
}
