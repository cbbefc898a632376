import type { SearchMode } from '../../../src/services/contract/knowledge-bases.ts'
import type { QuestionWord } from './index/question-words.ts'
import type { WordHit } from './index/words.ts'

/** Weighted reciprocal rank fusion: the figure measured best by `npm run bench:answers`. */
const FUSION_K = 30
/** A written query counts half: what only one of them finds stands behind the best that the question finds. */
const WRITTEN_WEIGHT = 0.5

/** What a place, counted from 1, adds to the score of a fused list. */
export const reciprocal = (place: number) => 1 / (FUSION_K + place)

/** The places of passages by words, by meaning and by both. */
export type Ranked = {
  byText: Map<string, WordHit & { rank: number }>
  byVector: Map<string, number>
  cosines: Map<string, number>
  /** How much of the question's words those hold that words give no place. */
  unrankedCoverages: Map<string, number>
  languages: Map<string, string>
  /** How the knowledge base of each is searched. */
  modes: Map<string, SearchMode>
  /** Whether the model that compares meanings was made for the question's language. */
  isUnderstood: boolean
  /** Whether a model could tell how near a passage is. */
  isCompared: (id: string) => boolean
  /** Best first. */
  fused: { id: string; score: number }[]
  words: QuestionWord[]
  compared: number
}

export const NOTHING: Ranked = {
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

/** Entries of all maps; `better` chooses where several have one. */
const united = <Value>(maps: Map<string, Value>[], better: (a: Value, b: Value) => Value) => {
  const all = new Map<string, Value>()
  for (const [id, value] of maps.flatMap((map) => [...map])) {
    const known = all.get(id)
    all.set(id, known === undefined ? value : better(known, value))
  }
  return all
}

/**
 * Combines several searches: the order is fused from the ranks, and a passage keeps its best score, so that a
 * threshold means the same as for one search. The first search is that of the question itself.
 */
export const mergeRanked = ([first = NOTHING, ...others]: Ranked[]): Ranked => {
  if (others.length === 0) return first
  const all = [first, ...others]
  const weights = new Map<string, number>()
  for (const ranked of all)
    for (const [index, { id }] of ranked.fused.entries())
      weights.set(
        id,
        (weights.get(id) ?? 0) + (ranked === first ? 1 : WRITTEN_WEIGHT) * reciprocal(index + 1),
      )
  const scores = united(
    all.map(({ fused }) => new Map(fused.map(({ id, score }) => [id, score]))),
    Math.max,
  )
  return {
    byText: united(
      all.map(({ byText }) => byText),
      (a, b) => (b.rank < a.rank ? b : a),
    ),
    byVector: united(
      all.map(({ byVector }) => byVector),
      Math.min,
    ),
    cosines: united(
      all.map(({ cosines }) => cosines),
      Math.max,
    ),
    unrankedCoverages: united(
      all.map(({ unrankedCoverages }) => unrankedCoverages),
      Math.max,
    ),
    languages: united(
      all.map(({ languages }) => languages),
      (a) => a,
    ),
    modes: united(
      all.map(({ modes }) => modes),
      (a) => a,
    ),
    isUnderstood: all.some(({ isUnderstood }) => isUnderstood),
    isCompared: (id) => all.some(({ isCompared }) => isCompared(id)),
    fused: [...weights].sort(([, a], [, b]) => b - a).map(([id]) => ({ id, score: scores.get(id) ?? 0 })),
    words: first.words,
    compared: Math.max(...all.map(({ compared }) => compared)),
  }
}
