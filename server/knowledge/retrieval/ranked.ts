import type { SearchMode } from '../../../src/services/contract/knowledge-bases.ts'
import type { QuestionWord } from './index/question-words.ts'
import type { WordHit } from './index/words.ts'

/** Constant of weighted reciprocal rank fusion; the best value in `npm run bench:answers`. */
const FUSION_K = 30
/** Weight of written queries, so that their hits rank below the best hits of the question itself. */
const WRITTEN_WEIGHT = 0.5

/** Contribution of a rank (from 1) to the fused score. */
export const reciprocalRank = (rank: number) => 1 / (FUSION_K + rank)

/** Passages ranked by words, by meaning and by both. Maps have passage ids as keys; ranks start at 1. */
export type Ranked = {
  byText: Map<string, WordHit & { rank: number }>
  byVector: Map<string, number>
  cosines: Map<string, number>
  /** Word coverage of passages whose knowledge base is not ranked by words. */
  unrankedCoverages: Map<string, number>
  languages: Map<string, string>
  /** Search mode of the passage’s knowledge base. */
  modes: Map<string, SearchMode>
  /** Whether the embedding model supports the question’s language. */
  isUnderstood: boolean
  /** Whether a passage was compared by meaning. */
  isCompared: (id: string) => boolean
  /** Best first. */
  fused: { id: string; score: number }[]
  words: QuestionWord[]
  compared: number
}

export const EMPTY_RANKING: Ranked = {
  byText: new Map(),
  byVector: new Map(),
  cosines: new Map(),
  unrankedCoverages: new Map(),
  languages: new Map(),
  modes: new Map(),
  isUnderstood: true,
  isCompared: () => false,
  fused: [],
  words: [],
  compared: 0,
}

/**
 * Combines several searches, the first of which is the question itself. The order is fused from the ranks; each passage
 * keeps its best score, so that thresholds mean the same as for one search.
 */
export const mergeRanked = ([first = EMPTY_RANKING, ...others]: Ranked[]): Ranked => {
  if (others.length === 0) return first
  const all = [first, ...others]
  const weights = new Map<string, number>()
  for (const ranked of all)
    for (const [index, { id }] of ranked.fused.entries())
      weights.set(
        id,
        (weights.get(id) ?? 0) + (ranked === first ? 1 : WRITTEN_WEIGHT) * reciprocalRank(index + 1),
      )
  /** Merges the maps of all searches; `better` chooses between values of the same key. */
  const merged = <Value>(
    mapOf: (ranked: Ranked) => Map<string, Value>,
    better: (a: Value, b: Value) => Value,
  ) => {
    const values = new Map<string, Value>()
    for (const [id, value] of all.flatMap((ranked) => [...mapOf(ranked)])) {
      const known = values.get(id)
      values.set(id, known === undefined ? value : better(known, value))
    }
    return values
  }
  const scores = merged(({ fused }) => new Map(fused.map(({ id, score }) => [id, score])), Math.max)
  return {
    byText: merged(
      ({ byText }) => byText,
      (a, b) => (b.rank < a.rank ? b : a),
    ),
    byVector: merged(({ byVector }) => byVector, Math.min),
    cosines: merged(({ cosines }) => cosines, Math.max),
    unrankedCoverages: merged(({ unrankedCoverages }) => unrankedCoverages, Math.max),
    languages: merged(
      ({ languages }) => languages,
      (a) => a,
    ),
    modes: merged(
      ({ modes }) => modes,
      (a) => a,
    ),
    isUnderstood: all.some(({ isUnderstood }) => isUnderstood),
    isCompared: (id) => all.some(({ isCompared }) => isCompared(id)),
    fused: [...weights].sort(([, a], [, b]) => b - a).map(([id]) => ({ id, score: scores.get(id) ?? 0 })),
    words: first.words,
    compared: Math.max(...all.map(({ compared }) => compared)),
  }
}
