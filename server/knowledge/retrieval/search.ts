import { inArray, type SQL } from 'drizzle-orm'
import { cut } from '../../../src/services/contract/common.ts'
import type { SearchMode } from '../../../src/services/contract/knowledge-bases.ts'
import type { SearchSettings } from '../../../src/services/contract/search.ts'
import type { Db } from '../../kernel/db/open.ts'
import { knowledgeBases, passages } from '../../kernel/db/schema/index.ts'
import { measured } from '../../kernel/telemetry/operations.ts'
import { embeddedText } from './embedder.ts'
import { isRelevant } from './evidence.ts'
import type { Cut, Hit } from './hit.ts'
import type { QuestionWord } from './index/question-words.ts'
import { passageRows, UNSCORED } from './passage-rows.ts'
import { mergeRanked, type Ranked } from './ranked.ts'
import { QUERY_LENGTH_MAX, type Ranking } from './ranking.ts'
import { RERANKED_MAX, type Reranker, RerankerUnavailable } from './reranker.ts'
import { SERVED } from './served.ts'

/** Search settings by the id of the knowledge base. */
export type SettingsByBase = ReadonlyMap<string, SearchSettings>

export const readSettings = async (db: Db, knowledgeBaseIds: string[]): Promise<SettingsByBase> => {
  if (knowledgeBaseIds.length === 0) return new Map()
  const rows = await db
    .select({ id: knowledgeBases.id, settings: knowledgeBases.settings })
    .from(knowledgeBases)
    .where(inArray(knowledgeBases.id, knowledgeBaseIds))
  return new Map(rows.map(({ id, settings }) => [id, settings]))
}

export const modesOf = (settings: SettingsByBase): ReadonlyMap<string, SearchMode> =>
  new Map([...settings].map(([id, { mode }]) => [id, mode]))

/** Whether any knowledge base excludes hits by rank or score. */
const isLimited = (settings: SettingsByBase) =>
  [...settings.values()].some(({ top_k, score_threshold }) => top_k !== null || score_threshold > 0)

/**
 * The hits, best first, and the hits that settings cut. `searched` is the number of passages, and `words` are the words of
 * the question with their index terms. `answerable` is false if no hit is relevant. `languageUnknown` is true if a
 * knowledge base is searched only by meaning and the embedding model does not support the language of the question.
 */
export type SearchResult = {
  hits: Hit[]
  cut: Cut[]
  searched: number
  words: QuestionWord[]
  answerable: boolean
  languageUnknown: boolean
}

/** Whether hits are put into the order of the reranker, if there is one. */
export type Reranking = 'tried' | 'required' | 'none'

export type SearchOptions = {
  /** Documents that the reader has no access to. */
  closed: ReadonlySet<string>
  limit?: number
  documentIds?: string[] | undefined
  /** Overrides the stored settings of the knowledge bases. */
  settings?: SettingsByBase
  /** Throws EmbedderUnavailable rather than search only by words. */
  isMeasured?: boolean
  /** `required`: throws RerankerUnavailable rather than keep its own order. */
  reranking?: Reranking
}

export type Search = ReturnType<typeof createSearch>
type Parts = {
  db: Db
  ranking: Ranking
  rerank: Reranker | null
  /** Join condition of passages and documents that selects the passages to search. */
  searched?: SQL | undefined
}

/**
 * Searches knowledge bases by words and meaning, each with its own settings. The caller has checked access. Several
 * texts can be searched as one query; the first is the question.
 */
export const createSearch = ({ db, ranking, rerank, searched = SERVED }: Parts) => {
  /** Hits in the order of the reranker, then the others in their order. */
  const reranked = async (question: string, hits: Hit[], reranking: Reranking) => {
    if (!rerank || reranking === 'none' || hits.length === 0) return hits
    const texts = hits
      .slice(0, RERANKED_MAX)
      .map(({ title, headingPath, content }) => embeddedText(title, headingPath, content))
    const ranks = await rerank(cut(question.trim(), QUERY_LENGTH_MAX), texts)
    if (!ranks && reranking === 'required') throw new RerankerUnavailable()
    if (!ranks) return hits
    const ranked = ranks.map(({ index, score, relevance }) => ({
      ...hits[index]!,
      rerankScore: score,
      relevance,
    }))
    const places = new Set(ranks.map(({ index }) => index))
    return [...ranked, ...hits.filter((_, place) => !places.has(place))]
  }

  const search = async (
    asked: string | string[],
    knowledgeBaseIds: string[],
    options: SearchOptions,
  ): Promise<SearchResult> => {
    const { closed, limit = 8, documentIds, settings: given } = options
    const { isMeasured = false, reranking = 'tried' } = options
    const settings = new Map([...(await readSettings(db, knowledgeBaseIds)), ...(given ?? [])])
    const modes = modesOf(settings)
    const scope = { knowledgeBaseIds, documentIds, closed, modes, isMeasured }
    const [question = '', ...others] = [asked].flat()
    const found = mergeRanked(await Promise.all([question, ...others].map((query) => ranking(query, scope))))
    const considered = isLimited(settings)
      ? found.fused.length
      : rerank
        ? Math.max(limit, RERANKED_MAX)
        : limit
    const candidates = await hitsOf(db, searched, found, considered)
    const isBelow = ({ knowledgeBaseId, score }: Hit) =>
      score < (settings.get(knowledgeBaseId)?.score_threshold ?? 0)
    const ordered = await reranked(
      question,
      candidates.filter((hit) => !isBelow(hit)),
      reranking,
    )
    const { kept, beyond } = splitByTopK(ordered, settings)
    const hits = kept.slice(0, limit)
    return {
      hits,
      cut: [
        ...beyond.map((hit): Cut => ({ hit, by: 'base_top_k' })),
        ...candidates.filter(isBelow).map((hit): Cut => ({ hit, by: 'base_threshold' })),
      ],
      searched: found.compared,
      words: found.words,
      answerable: hits.some(isRelevant),
      languageUnknown: !found.isUnderstood && [...modes.values()].includes('meaning'),
    }
  }

  return (asked: string | string[], knowledgeBaseIds: string[], options: SearchOptions) =>
    measured('retrieval.search', { knowledge_bases: knowledgeBaseIds.length }, () =>
      search(asked, knowledgeBaseIds, options),
    )
}

const splitByTopK = (hits: Hit[], settings: SettingsByBase) => {
  const counts = new Map<string, number>()
  const kept: Hit[] = []
  const beyond: Hit[] = []
  for (const hit of hits) {
    const place = (counts.get(hit.knowledgeBaseId) ?? 0) + 1
    counts.set(hit.knowledgeBaseId, place)
    const isIn = place <= (settings.get(hit.knowledgeBaseId)?.top_k ?? Number.POSITIVE_INFINITY)
    ;(isIn ? kept : beyond).push(hit)
  }
  return { kept, beyond }
}

const hitsOf = async (db: Db, searched: SQL | undefined, found: Ranked, count: number): Promise<Hit[]> => {
  const fused = found.fused.slice(0, count)
  if (fused.length === 0) return []
  const ids = fused.map(({ id }) => id)
  const rows = new Map(
    (await passageRows(db, searched, inArray(passages.id, ids))).map(({ position: _, ...row }) => [
      row.passageId,
      row,
    ]),
  )
  return fused.flatMap(({ id, score }): Hit[] => {
    const row = rows.get(id)
    if (!row) return []
    return [
      {
        ...row,
        ...UNSCORED,
        score,
        language: found.languages.get(id) ?? 'und',
        mode: found.modes.get(id) ?? 'hybrid',
        textRank: found.byText.get(id)?.rank ?? null,
        vectorRank: found.byVector.get(id) ?? null,
        cosine: found.isCompared(id) ? (found.cosines.get(id) ?? 0) : null,
        coverage: found.byText.get(id)?.coverage ?? found.unrankedCoverages.get(id) ?? 0,
      },
    ]
  })
}
