import { embeddedText } from '../../knowledge/retrieval/embedder.ts'
import type { QuoteSimilarity } from '../../knowledge/retrieval/quote-similarity.ts'
import { type Candidate, type Scored, scored } from './candidates.ts'

/** Weights of one standard deviation of similarity: for the order of quotes, and as evidence of an answer. */
const ORDER_WEIGHT = 0.3
const EVIDENCE_WEIGHT = 0.2
/** Word coverage also counts as evidence, relative to the coverage expected of an answer. */
const COVERAGE_WEIGHT = 0.5
const COVERAGE_EXPECTED = 0.5

/** `evidence` of 0 or more is enough for an answer. */
export type RatedQuote = Scored & { evidence: number }

/** Rates candidates by their meaning. Candidates that were not compared are left out; null if no model can compare. */
export const rateByMeaning = async (
  question: string,
  candidates: Candidate[],
  similarity: QuoteSimilarity,
): Promise<RatedQuote[] | null> => {
  const bestFirst = candidates.map(scored).sort((a, b) => b.score - a.score)
  const margins = await similarity(
    question,
    bestFirst.map(({ hit: { passageId, title, headingPath }, core: { passage, first, last } }) => ({
      passageId,
      above: embeddedText(title, headingPath, ''),
      statements: passage.map(({ text }) => text),
      first,
      last,
    })),
  )
  return (
    margins &&
    bestFirst.flatMap((one, at): RatedQuote[] => {
      const margin = margins[at] ?? null
      if (margin === null) return []
      const evidence =
        EVIDENCE_WEIGHT * margin + COVERAGE_WEIGHT * (one.coverage - COVERAGE_EXPECTED) + one.passageScore - 1
      return [{ ...one, score: one.wordScore + ORDER_WEIGHT * margin + one.passageScore, evidence }]
    })
  )
}
