import { embeddedText } from '../../knowledge/retrieval/embedder.ts'
import { languageOf } from '../../knowledge/retrieval/language.ts'
import type { Nearness } from '../../knowledge/retrieval/nearness.ts'
import { type Candidate, type Scored, scored } from './candidates.ts'

/** Windows whose meaning is compared: the best by words, a few of each passage. */
const COMPARED_MAX = 16
const COMPARED_OF_A_PASSAGE = 3
/** What one deviation above chance counts for the order of quotes, and as evidence that there is an answer at all. */
const ORDER_WEIGHT = 0.5
const EVIDENCE_WEIGHT = 0.2
/** The evidence that an answer needs. */
const EVIDENCE_MIN = 2.25
/** Two languages share no words: a text that is so many deviations near counts as if it held all of the question's. */
const DEVIATIONS_OF_ALL_WORDS = 10

const UNTOLD = 'und'
const areOfTwoLanguages = (one: string, other: string) => one !== UNTOLD && other !== UNTOLD && one !== other

const comparedOf = (candidates: Candidate[]) => {
  const taken = new Map<string, number>()
  return candidates
    .map(scored)
    .sort((a, b) => b.score - a.score)
    .filter(({ hit: { passageId } }) => {
      const count = (taken.get(passageId) ?? 0) + 1
      taken.set(passageId, count)
      return count <= COMPARED_OF_A_PASSAGE
    })
    .slice(0, COMPARED_MAX)
}

/** `evidence` is 0 or more where it is enough for an answer. */
export type Read = Scored & { evidence: number }

/** The likeliest windows by the meaning of what they say; null where no model can tell. */
export const readByMeaning = async (
  question: string,
  candidates: Candidate[],
  nearness: Nearness,
): Promise<Read[] | null> => {
  const compared = comparedOf(candidates)
  const deviations = await nearness(
    question,
    compared.map(({ hit, core }) => embeddedText(hit.title, hit.headingPath, core)),
  )
  if (!deviations) return null
  const language = languageOf(question)
  return compared.map((one, at) => {
    const above = deviations[at] ?? 0
    const shared = areOfTwoLanguages(language, one.hit.language) ? above / DEVIATIONS_OF_ALL_WORDS : 0
    return {
      ...one,
      score: Math.max(one.words, shared) + ORDER_WEIGHT * above + one.place,
      evidence: Math.max(one.coverage, shared) + EVIDENCE_WEIGHT * above + one.place - EVIDENCE_MIN,
    }
  })
}
