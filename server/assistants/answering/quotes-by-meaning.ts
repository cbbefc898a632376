import { embeddedText } from '../../knowledge/retrieval/embedder.ts'
import type { Nearness } from '../../knowledge/retrieval/nearness.ts'
import { type Candidate, type Scored, scored } from './candidates.ts'

/** What one deviation counts for the order of quotes, and as evidence that there is an answer at all. */
const ORDER_WEIGHT = 0.3
const EVIDENCE_WEIGHT = 0.2
/** What the question's words count beside it; a quote that answers is expected to hold half of them. */
const COVERAGE_WEIGHT = 0.5
const COVERAGE_EXPECTED = 0.5

/** `evidence` is 0 or more where it is enough for an answer. */
export type Read = Scored & { evidence: number }

/** The windows that were compared, by the meaning of what they say; null where no model can tell. */
export const readByMeaning = async (
  question: string,
  candidates: Candidate[],
  nearness: Nearness,
): Promise<Read[] | null> => {
  const likeliest = candidates.map(scored).sort((a, b) => b.score - a.score)
  const surpluses = await nearness(
    question,
    likeliest.map(({ hit: { passageId, title, headingPath }, core: { passage, first, last } }) => ({
      passageId,
      above: embeddedText(title, headingPath, ''),
      statements: passage.map(({ text }) => text),
      first,
      last,
    })),
  )
  return (
    surpluses &&
    likeliest.flatMap((one, at): Read[] => {
      const surplus = surpluses[at] ?? null
      if (surplus === null) return []
      const evidence =
        EVIDENCE_WEIGHT * surplus + COVERAGE_WEIGHT * (one.coverage - COVERAGE_EXPECTED) + one.place - 1
      return [{ ...one, score: one.words + ORDER_WEIGHT * surplus + one.place, evidence }]
    })
  )
}
