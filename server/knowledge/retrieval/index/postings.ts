import type { Wanted, WordCandidate } from './passage-index.ts'
import type { QuestionWord } from './question-words.ts'
import { byId, documentOf, FREQUENCY_UNIT, isWantedIn, lowerBound, type Segment } from './segment.ts'
import { gainOf } from './words.ts'

type Range = { from: number; to: number }

/** Ranges of the postings of each term of the words. */
const rangesOf = (words: readonly QuestionWord[], { terms: places, offsets }: Segment) => {
  const ranges = new Map<string, Range>()
  for (const { term } of words.flatMap(({ terms }) => terms)) {
    const place = places.get(term)
    if (place !== undefined)
      ranges.set(term, { from: offsets[place] as number, to: offsets[place + 1] as number })
  }
  return ranges
}

/** Scores every passage of a segment. For each word, the term with the highest score counts. */
const scoresOf = (
  words: readonly QuestionWord[],
  { passagesOf, frequencies, lengths, ids }: Segment,
  ranges: ReadonlyMap<string, Range>,
  average: number,
) => {
  const scores = new Float32Array(ids.length)
  // Scores for one word of the question.
  const own = new Float32Array(ids.length)
  for (const { terms } of words) {
    const touched: number[] = []
    for (const { term, weight, idf } of terms) {
      const { from, to } = ranges.get(term) ?? { from: 0, to: 0 }
      for (let at = from; at < to; at++) {
        const passage = passagesOf[at] as number
        const uses = (frequencies[at] as number) / FREQUENCY_UNIT
        const gain = gainOf(weight * idf, uses, lengths[passage] as number, average)
        if (own[passage] === 0) touched.push(passage)
        if (gain > (own[passage] as number)) own[passage] = gain
      }
    }
    for (const passage of touched) {
      scores[passage] = (scores[passage] as number) + (own[passage] as number)
      own[passage] = 0
    }
  }
  return scores
}

/**
 * Selects the passages with the highest scores above 0, best first; ties are ordered by id. The threshold rises while
 * passages are added.
 */
const best = (
  scores: Float32Array,
  ids: readonly string[],
  limit: number,
  isWanted: (passage: number) => boolean,
) => {
  const byScore = (a: number, b: number) =>
    (scores[b] as number) - (scores[a] as number) || byId(ids[a] as string, ids[b] as string)
  let chosen: number[] = []
  let last: number | undefined
  for (let passage = 0; passage < scores.length; passage++) {
    if (scores[passage] === 0 || (last !== undefined && byScore(passage, last) > 0) || !isWanted(passage))
      continue
    chosen.push(passage)
    if (chosen.length < limit * 2) continue
    chosen = chosen.sort(byScore).slice(0, limit)
    last = chosen.at(-1)
  }
  return chosen.sort(byScore).slice(0, limit)
}

/** Uses of terms in a passage, by binary search: postings are sorted by passage. */
const usesIn = (
  { passagesOf, frequencies }: Segment,
  passage: number,
  ranges: ReadonlyMap<string, Range>,
): Map<string, number> => {
  const uses = new Map<string, number>()
  for (const [term, { from, to }] of ranges) {
    const at = lowerBound(from, to, (place) => (passagesOf[place] as number) < passage)
    if (at < to && passagesOf[at] === passage) uses.set(term, (frequencies[at] as number) / FREQUENCY_UNIT)
  }
  return uses
}

/** The passages of segments that hold most of a question's words, best first. */
export const byPostings = (
  words: readonly QuestionWord[],
  segments: readonly Segment[],
  average: number,
  { limit, documentIds }: Wanted,
): WordCandidate[] =>
  segments
    .flatMap((segment) => {
      const ranges = rangesOf(words, segment)
      const scores = scoresOf(words, segment, ranges, average)
      return best(scores, segment.ids, limit, isWantedIn(segment, documentIds)).map((passage) => ({
        segment,
        ranges,
        passage,
        id: segment.ids[passage] as string,
        score: scores[passage] as number,
      }))
    })
    .sort((a, b) => b.score - a.score || byId(a.id, b.id))
    .slice(0, limit)
    .map(({ segment, ranges, passage, id }) => ({
      id,
      language: documentOf(segment, passage)?.language ?? 'und',
      model: segment.scales[passage] === 0 ? null : segment.model,
      length: segment.lengths[passage] as number,
      uses: usesIn(segment, passage, ranges),
    }))
