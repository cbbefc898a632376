import type { Scope } from '../retrieval/index-client.ts'
import type { Search } from '../retrieval/search.ts'
import type { SearchRepository } from './search.repository.ts'
import type { Found } from './search.types.ts'

export type PassageSearch = ReturnType<typeof createPassageSearch>

/** What an assistant would read for a question, in order, without an answer. */
export const createPassageSearch =
  ({ search, repository }: { search: Search; repository: SearchRepository }) =>
  async (queries: string[], { knowledgeBaseIds, documentIds }: Scope, limit: number): Promise<Found> => {
    const startedAt = performance.now()
    const { hits, words, searched, answerable } = await search(queries, knowledgeBaseIds, {
      limit,
      documentIds,
    })
    const passages = await repository.passages(hits.map(({ passageId }) => passageId))
    const byId = new Map(passages.map((passage) => [passage.id, passage]))
    return {
      hits: hits.flatMap((hit) => {
        const passage = byId.get(hit.passageId)
        return passage ? [{ hit, passage }] : []
      }),
      words,
      searched,
      answerable,
      tookMs: Math.round(performance.now() - startedAt),
    }
  }
