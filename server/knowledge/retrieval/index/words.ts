import type { WordCandidate } from './passage-index.ts'
import type { QuestionWord } from './question-words.ts'

/** BM25: how soon further uses of a term stop to count, and how much a passage's length does. */
const K1 = 1.2
const B = 0.6

export type WordHit = Pick<WordCandidate, 'id' | 'language' | 'model'> & {
  score: number
  /** Words of the question that the passage holds, as they are or as others that mean the same. */
  matched: number
  /** Their share, weighed by how rare they are, between 0 and 1. */
  coverage: number
}

/** What a term adds to the score of a passage of some length that uses it. */
export const gainOf = (worth: number, uses: number, length: number, average: number) =>
  (worth * uses * (K1 + 1)) / (uses + K1 * (1 - B + (B * length) / average))

/** The score of a passage that would be about these words and nothing else. */
export const mostOf = (words: readonly QuestionWord[]) =>
  (K1 + 1) * words.reduce((sum, { idf }) => sum + idf, 0)

/** Of the terms that stand for a word of the question, the best one counts. */
export const wordHit = (
  words: readonly QuestionWord[],
  { id, language, model, length, uses }: WordCandidate,
  average: number,
): WordHit => {
  let score = 0
  let matched = 0
  let covered = 0
  for (const { terms, idf } of words) {
    const held = terms.flatMap(({ term, weight, idf: rarity }) => {
      const own = uses.get(term)
      return own === undefined ? [] : [{ weight, gain: gainOf(weight * rarity, own, length, average) }]
    })
    if (held.length === 0) continue
    score += Math.max(...held.map(({ gain }) => gain))
    covered += idf * Math.min(1, Math.max(...held.map(({ weight }) => weight)))
    matched++
  }
  const asked = words.reduce((sum, { idf }) => sum + idf, 0)
  return { id, language, model, score, matched, coverage: Math.min(1, covered / (asked || 1)) }
}
