import type { Scope } from '../retrieval/index-client.ts'
import type { Search, SearchOptions } from '../retrieval/search.ts'
import type { Found, FoundHit, SearchRepository } from './search.repository.ts'

/** Maximum number reported of hits that the settings exclude. */
const CUT_MAX = 30

export type PassageSearch = ReturnType<typeof createPassageSearch>

/** The passages that a search finds, in order, without an answer. */
export const createPassageSearch =
  ({ search, repository }: { search: Search; repository: SearchRepository }) =>
  async (
    queries: string[],
    { knowledgeBaseIds, ...scope }: Scope,
    options: Pick<SearchOptions, 'limit' | 'settings'>,
  ): Promise<Found> => {
    const startedAt = performance.now()
    const { hits, cut, ...found } = await search(queries, knowledgeBaseIds, { ...options, ...scope })
    const shownCut = cut.slice(0, CUT_MAX)
    const ids = [...hits, ...shownCut.map(({ hit }) => hit)].map(({ passageId }) => passageId)
    const byId = new Map((await repository.passages(ids)).map((passage) => [passage.id, passage]))
    const withPassage = <One extends Pick<FoundHit, 'hit'>>(one: One) => {
      const passage = byId.get(one.hit.passageId)
      return passage ? [{ ...one, passage }] : []
    }
    return {
      ...found,
      hits: hits.flatMap((hit) => withPassage({ hit })),
      cut: shownCut.flatMap(withPassage),
      tookMs: Math.round(performance.now() - startedAt),
    }
  }
