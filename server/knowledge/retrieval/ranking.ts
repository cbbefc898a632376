import type { SearchMode } from '../../../src/services/contract/knowledge-bases.ts'
import { EMBEDDED_MODEL, type Embedder } from './embedder.ts'
import type { Meaning } from './index/passage-index.ts'
import { mostOf } from './index/words.ts'
import type { IndexClient, Scope } from './index-client.ts'
import { languageOf } from './language.ts'
import { type ModelScale, placed, type Scale } from './model-scale.ts'
import { NOTHING, type Ranked, reciprocal } from './ranked.ts'

/** In the fusion of both ranks: the figures measured best by `npm run bench:answers`. */
export const TEXT_WEIGHT = 1
export const VECTOR_WEIGHT = 0.7
/** What words count beside the meaning by a model that the operator chose: measured best on `music` alone. */
const SHARE_OF_WORDS = 0.5
type Weights = { text: number; vector: number }
/** What words and meaning count, as the knowledge base of a passage is searched. */
type WeightsByMode = Readonly<Record<SearchMode, Weights>>
const ALONE = { keywords: { text: 1, vector: 0 }, meaning: { text: 0, vector: 1 } }
const BY_RANKS: WeightsByMode = { ...ALONE, hybrid: { text: TEXT_WEIGHT, vector: VECTOR_WEIGHT } }
const BY_NEARNESS: WeightsByMode = { ...ALONE, hybrid: { text: SHARE_OF_WORDS, vector: 1 } }
/** As many by words and as many by meaning take part. */
export const CANDIDATES = 60
/** Below, a passage is not about the question at all and takes no rank. */
export const COSINE_MIN = 0.15
export const QUERY_LENGTH_MAX = 2_000

/** Where to look, and how each knowledge base is searched; as hybrid where nothing is said. */
export type RankingScope = Scope & { modes?: ReadonlyMap<string, SearchMode> }

/** A question does not wait longer than this for its meaning, in ms. */
const MEANING_WITHIN = 5_000
/** An embedding model that did not answer is asked again after so long, in ms. */
const ASKED_AGAIN_AFTER = 10_000

function timeLimit(ms: number) {
  let timer: NodeJS.Timeout | undefined
  const promise = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  return { promise, cancel: () => clearTimeout(timer) }
}

export type Ranking = ReturnType<typeof createRanking>

/**
 * The ranks of passages by words, by meaning and by both, with `candidates` of each. Passages of knowledge bases with
 * different search modes compete for the same ranks.
 */
export const createRanking = ({
  embedder,
  scale,
  index,
  onFailure = () => {},
}: {
  embedder: Embedder
  scale: ModelScale
  /** The embedding model did not answer a question. */
  onFailure?: (error: unknown) => void
  index: Pick<IndexClient, 'search'>
}) => {
  /** A model says nothing of languages that it was not made for; tables and lists are in none that can be told. */
  const understands = (language: string) =>
    language === 'und' || (embedder.languages?.includes(language) ?? true)

  let askedAgainAt = 0
  /** Null while the embedding model does not answer: words alone are searched then. */
  const meaningOf = async (query: string): Promise<(Meaning & { scale: Scale }) | null> => {
    if (Date.now() < askedAgainAt) return null
    const { promise: late, cancel } = timeLimit(MEANING_WITHIN)
    try {
      const measured = async () => {
        const [vector] = await embedder.embed([query], 'now', 'question')
        return vector ? { vector, model: embedder.model, scale: await scale(vector) } : null
      }
      return await Promise.race([measured(), late])
    } catch (error) {
      askedAgainAt = Date.now() + ASKED_AGAIN_AFTER
      onFailure(error)
      return null
    } finally {
      cancel()
    }
  }

  return async (
    question: string,
    { modes = new Map(), ...scope }: RankingScope,
    candidates = CANDIDATES,
  ): Promise<Ranked> => {
    const query = question.trim().slice(0, QUERY_LENGTH_MAX)
    if (scope.knowledgeBaseIds.length === 0 || query === '') return NOTHING
    const isUnderstood = understands(languageOf(query))
    const isByMeaning = scope.knowledgeBaseIds.some((id) => modes.get(id) !== 'keywords')
    const meaning = isByMeaning && isUnderstood ? await meaningOf(query) : null
    const found = await index.search(scope, {
      question: query,
      meaning,
      limit: candidates,
      modes,
    })
    const close = found.byMeaning
      .map((hit) => ({ ...hit, cosine: meaning ? placed(hit.cosine, meaning.scale) : 0 }))
      .filter(({ cosine, language }) => cosine >= COSINE_MIN && understands(language))
    const all = [...found.byMeaning, ...found.byWords, ...found.wordsOfMeaning]
    /** Those that carry a vector of this model; others say nothing about their meaning. */
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
        .map((id) => ({ id, score: together(weights[modeOf.get(id) ?? 'hybrid'], text(id), vector(id)) }))
        .sort((a, b) => b.score - a.score)
    const byRanks = () =>
      ordered(
        BY_RANKS,
        (id) => relative(byText.get(id)?.rank),
        (id) => relative(byVector.get(id)),
      )
    /** Ranks do not tell a passage that is far ahead from one that happens to come first. */
    const byNearness = () => {
      const most = mostOf(found.words) || 1
      // What is not among the nearest is at most as near as the last of them.
      const least = close.at(-1)?.cosine ?? 0
      return ordered(
        BY_NEARNESS,
        (id) => (byText.get(id)?.score ?? 0) / most,
        (id) => cosines.get(id) ?? least,
      ).map(({ id }, place) => ({ id, score: relative(place + 1) }))
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
      fused: meaning && embedder.model !== EMBEDDED_MODEL.model ? byNearness() : byRanks(),
      words: found.words,
      compared: found.searched,
    }
  }
}

/** Between 0 and 1, which is the first place; 0 without one. */
const relative = (place: number | undefined) => (place === undefined ? 0 : reciprocal(place) / reciprocal(1))

const together = (weights: Weights, text: number, vector: number) =>
  (weights.text * text + weights.vector * vector) / (weights.text + weights.vector)
