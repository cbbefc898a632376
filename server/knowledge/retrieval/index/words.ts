import type { WordCandidate } from './passage-index.ts'
import type { QuestionWord } from './question-words.ts'

/** BM25 parameters: saturation of term frequency, and influence of the passage’s length. */
const K1 = 1.2
const B = 0.6

export type WordHit = Pick<WordCandidate, 'id' | 'language' | 'model'> & {
  score: number
  /** Number of words of the question in the passage, including synonyms. */
  matched: number
  /** Share of the question’s words in the passage, from 0 to 1, weighted by rarity. */
  coverage: number
}

/** BM25 score of a term in a passage; `worth` is its IDF times its weight. */
export const gainOf = (worth: number, uses: number, length: number, average: number) =>
  (worth * uses * (K1 + 1)) / (uses + K1 * (1 - B + (B * length) / average))

/** Upper bound of the score for these words. */
export const maxScore = (words: readonly QuestionWord[]) =>
  (K1 + 1) * words.reduce((sum, { idf }) => sum + idf, 0)

/** Scores a candidate. For each word of the question, the term with the highest score counts. */
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
