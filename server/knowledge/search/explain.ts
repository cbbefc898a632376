import { EXPLAINED_MAX, type SearchExplanation } from '../../../src/services/contract/search.ts'
import { notFound } from '../../kernel/errors.ts'
import { mergeRanked } from '../retrieval/ranked.ts'
import { CANDIDATES, COSINE_MIN, type Ranking } from '../retrieval/ranking.ts'
import type { Search } from '../retrieval/search.ts'
import { modesOf, type SettingsByBase } from '../retrieval/search.ts'
import type { SearchRepository } from './search.repository.ts'

type Settings = SearchExplanation['settings']
type Asked = {
  queries: string[]
  knowledgeBaseIds: string[]
  closed: ReadonlySet<string>
  passage: Parameters<SearchRepository['place']>[0]
  settings: Settings
}
type Parts = {
  ranking: Ranking
  search: Search
  settingsOf: (knowledgeBaseIds: string[]) => Promise<SettingsByBase>
  repository: Pick<SearchRepository, 'place'>
}

/** Why a passage has no rank, by its knowledge base's search mode. */
const UNRANKED = { hybrid: 'unrelated', keywords: 'no_shared_word', meaning: 'not_near' } as const

export type Explanation = ReturnType<typeof createExplanation>

/**
 * Explains why a passage was, or was not, among those given to the assistant.
 * @throws Refusal 404 for other organizations' and unknown passages alike
 */
export const createExplanation =
  ({ ranking, search, settingsOf, repository }: Parts) =>
  async ({ queries, knowledgeBaseIds, closed, passage, settings }: Asked): Promise<SearchExplanation> => {
    const place = await repository.place(passage)
    if (!place) throw notFound('passage')
    const { passageId, documentId, knowledgeBaseId, isServed } = place
    const isSearched = knowledgeBaseIds.includes(knowledgeBaseId)
    const bases = await settingsOf([...knowledgeBaseIds, knowledgeBaseId])
    const modes = modesOf(bases)
    const { mode = 'hybrid', top_k = null, score_threshold = 0 } = bases.get(knowledgeBaseId) ?? {}
    const rankedIn = async (documentIds?: string[]) => {
      const scope = { knowledgeBaseIds, documentIds, closed, modes }
      return mergeRanked(await Promise.all(queries.map((query) => ranking(query, scope, EXPLAINED_MAX))))
    }
    const all = await rankedIn()
    // Among so many it may have no rank: its document tells whether it was found at all.
    const own = all.compared > EXPLAINED_MAX ? await rankedIn([documentId]) : all
    const { hits, cut } = await search(queries, knowledgeBaseIds, { closed, limit: 2 * CANDIDATES })
    const hit = hits.find((one) => one.passageId === passageId)
    const rank = hit ? hits.indexOf(hit) + 1 : null
    const left = cut.find((one) => one.hit.passageId === passageId)
    const score = (hit ?? left?.hit)?.score ?? null

    const fate = (): SearchExplanation['fate'] => {
      if (!isSearched) return 'unsearched'
      if (!isServed) return 'not_ready'
      if (!own.byText.has(passageId) && !own.byVector.has(passageId))
        return mode === 'meaning' && !own.isCompared(passageId) ? 'language_unknown' : UNRANKED[mode]
      if (left) return left.by === 'base_top_k' ? 'beyond_base_top_k' : 'below_base_threshold'
      if (rank === null || score === null) return 'too_far_down'
      if (rank > settings.top_k) return 'beyond_top_k'
      return score < settings.score_threshold ? 'below_threshold' : 'read'
    }
    return {
      fate: fate(),
      words: {
        rank: all.byText.get(passageId)?.rank ?? null,
        matched: own.byText.get(passageId)?.matched ?? 0,
        asked: all.words.length,
      },
      meaning: {
        rank: all.byVector.get(passageId) ?? null,
        cosine: own.cosines.get(passageId) ?? null,
        floor: COSINE_MIN,
      },
      candidates: CANDIDATES,
      fused: { rank, score },
      settings,
      knowledge_base: { mode, top_k, score_threshold },
      searched: all.compared,
    }
  }
