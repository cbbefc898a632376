import { cut } from '../../../src/services/contract/common.ts'
import type { SearchMode } from '../../../src/services/contract/knowledge-bases.ts'
import { within } from '../../kernel/within.ts'
import { EMBEDDED_MODEL, type Embedder, EmbedderUnavailable, TextsRefused } from './embedder.ts'
import type { Meaning } from './index/passage-index.ts'
import { maxScore } from './index/words.ts'
import type { IndexClient, Scope } from './index-client.ts'
import { languageOf } from './language.ts'
import { calibrated, type ModelScale, type Scale } from './model-scale.ts'
import { EMPTY_RANKING, type Ranked, reciprocalRank } from './ranked.ts'

/** Weights of the two ranks in the fusion; the best values in `npm run bench:answers`. */
export const TEXT_WEIGHT = 1
export const VECTOR_WEIGHT = 0.7
/** Weight of words relative to meaning with a model of the operator; the best value on the set `music`. */
const TEXT_SHARE = 0.5
type Weights = { text: number; vector: number }
type WeightsByMode = Readonly<Record<SearchMode, Weights>>
const SINGLE_MODES = { keywords: { text: 1, vector: 0 }, meaning: { text: 0, vector: 1 } }
const BY_RANKS: WeightsByMode = { ...SINGLE_MODES, hybrid: { text: TEXT_WEIGHT, vector: VECTOR_WEIGHT } }
const BY_SIMILARITY: WeightsByMode = { ...SINGLE_MODES, hybrid: { text: TEXT_SHARE, vector: 1 } }
/** Candidates by words, and as many by meaning. */
export const CANDIDATES = 60
/** Passages with a lower cosine are off topic and not ranked. */
export const COSINE_MIN = 0.15
export const QUERY_LENGTH_MAX = 2_000

/** Documents to search, and the search mode of each knowledge base (hybrid by default). */
type RankingScope = Scope & {
  modes?: ReadonlyMap<string, SearchMode>
  /** Results that are compared with others: a search only by words would compare unlike things. */
  isMeasured?: boolean
}

/** A question is searched only by words if its vector takes longer, in ms. */
const EMBEDDING_LIMIT = 5_000
/** The same for a question that is measured, which then fails. */
const MEASURED_LIMIT = 20_000
/** Pause after a failure of the embedding model, in ms. */
const RETRY_AFTER = 10_000

export type Ranking = ReturnType<typeof createRanking>

/**
 * Ranks passages by words, by meaning and by both, with up to `candidates` of each. Passages of knowledge bases with
 * different search modes are ranked together.
 */
export const createRanking = ({
  embedder,
  scale,
  index,
  onFailure = () => {},
}: {
  embedder: Embedder
  scale: ModelScale
  /** Called if the embedding model could not embed a question. */
  onFailure?: (error: unknown) => void
  index: Pick<IndexClient, 'search'>
}) => {
  /** Vectors mean nothing in unsupported languages. Tables and lists often have no detectable language. */
  const understands = (language: string) =>
    language === 'und' || (embedder.languages?.includes(language) ?? true)

  let retryAt = 0
  /**
   * Null while the embedding model fails, or if it refuses the question; the search then uses only words.
   * @throws EmbedderUnavailable instead, if the results are measured
   */
  const meaningOf = async (
    query: string,
    isMeasured: boolean,
  ): Promise<(Meaning & { scale: Scale }) | null> => {
    if (!isMeasured && Date.now() < retryAt) return null
    const embedded = async () => {
      const [vector] = await embedder.embed([query], 'now', 'question')
      return vector ? { vector, model: embedder.model, scale: await scale(vector) } : null
    }
    const limit = isMeasured ? MEASURED_LIMIT : EMBEDDING_LIMIT
    try {
      return await within(embedded(), limit, `no answer within ${limit} ms`)
    } catch (error) {
      onFailure(error)
      if (error instanceof TextsRefused) return null
      if (isMeasured) throw error instanceof EmbedderUnavailable ? error : new EmbedderUnavailable(error)
      retryAt = Date.now() + RETRY_AFTER
      return null
    }
  }

  return async (
    question: string,
    { modes = new Map(), isMeasured = false, ...scope }: RankingScope,
    candidates = CANDIDATES,
  ): Promise<Ranked> => {
    const query = cut(question.trim(), QUERY_LENGTH_MAX)
    if (scope.knowledgeBaseIds.length === 0 || query === '') return EMPTY_RANKING
    const isUnderstood = understands(languageOf(query))
    const isByMeaning = scope.knowledgeBaseIds.some((id) => modes.get(id) !== 'keywords')
    const meaning = isByMeaning && isUnderstood ? await meaningOf(query, isMeasured) : null
    const found = await index.search(scope, { question: query, meaning, limit: candidates, modes })
    const close = found.byMeaning
      .map((hit) => ({ ...hit, cosine: meaning ? calibrated(hit.cosine, meaning.scale) : 0 }))
      .filter(({ cosine, language }) => cosine >= COSINE_MIN && understands(language))
    const all = [...found.byMeaning, ...found.byWords, ...found.wordsOfMeaning]
    /** Passages with a vector of this model. */
    const compared = new Set([
      ...found.byMeaning.map(({ id }) => id),
      ...found.byWords.flatMap(({ id, model }) => (model === embedder.model ? [id] : [])),
    ])
    const languages = new Map(all.map(({ id, language }) => [id, language]))
    const modeOf = new Map(all.map(({ id, mode }) => [id, mode]))
    const byText = new Map(found.byWords.map((hit, place) => [hit.id, { ...hit, rank: place + 1 }]))
    const byVector = new Map(close.map(({ id }, place) => [id, place + 1]))
    const cosines = new Map(close.map(({ id, cosine }) => [id, cosine]))
    const ids = [...new Set([...byText.keys(), ...byVector.keys()])]
    const ordered = (weights: WeightsByMode, text: (id: string) => number, vector: (id: string) => number) =>
      ids
        .map((id) => ({ id, score: weightedMean(weights[modeOf.get(id) ?? 'hybrid'], text(id), vector(id)) }))
        .sort((a, b) => b.score - a.score)
    const byRanks = () =>
      ordered(
        BY_RANKS,
        (id) => relativeRank(byText.get(id)?.rank),
        (id) => relativeRank(byVector.get(id)),
      )
    /** Fuses scores instead of ranks, because ranks do not show how far the first passage is ahead. */
    const bySimilarity = () => {
      const max = maxScore(found.words) || 1
      // A passage without a cosine is at most as similar as the last one that has one.
      const min = close.at(-1)?.cosine ?? 0
      return ordered(
        BY_SIMILARITY,
        (id) => (byText.get(id)?.score ?? 0) / max,
        (id) => cosines.get(id) ?? min,
      ).map(({ id }, index) => ({ id, score: relativeRank(index + 1) }))
    }
    return {
      byText,
      byVector,
      cosines,
      unrankedCoverages: new Map(found.wordsOfMeaning.map(({ id, coverage }) => [id, coverage])),
      languages,
      modes: modeOf,
      isUnderstood,
      isCompared: (id) =>
        meaning !== null &&
        compared.has(id) &&
        modeOf.get(id) !== 'keywords' &&
        understands(languages.get(id) ?? 'und'),
      fused: meaning && embedder.model !== EMBEDDED_MODEL.model ? bySimilarity() : byRanks(),
      words: found.words,
      compared: found.searched,
    }
  }
}

/** 1 for the first rank, less for others; 0 without a rank. */
const relativeRank = (rank: number | undefined) =>
  rank === undefined ? 0 : reciprocalRank(rank) / reciprocalRank(1)

const weightedMean = (weights: Weights, text: number, vector: number) =>
  (weights.text * text + weights.vector * vector) / (weights.text + weights.vector)
