import type { QuestionWord } from './question-words.ts'
import { FREQUENCY_UNIT, isAlive, type Segment } from './segment.ts'

/** BM25: how soon further uses of a term stop to count, and how much a passage's length does. */
const K1 = 1.2
const B = 0.6

export type WordHit = {
  id: string
  language: string
  /** What made its vector; null where it has none. */
  model: string | null
  score: number
  /** Words of the question that the passage holds, as they are or as others that mean the same. */
  matched: number
  /** Their share, weighed by how rare they are, between 0 and 1. */
  coverage: number
}

const averageLength = (segments: Segment[]) => {
  let sum = 0
  let count = 0
  for (const { lengths } of segments) {
    for (const length of lengths) sum += length
    count += lengths.length
  }
  return sum / Math.max(count, 1)
}

/** Of each passage of a segment: its score, how much of the question it covers, and how many of its words. */
const scored = (words: QuestionWord[], segment: Segment, average: number) => {
  const { terms: places, offsets, passagesOf, frequencies, lengths, ids } = segment
  const scores = new Float32Array(ids.length)
  const covered = new Float32Array(ids.length)
  const matched = new Uint8Array(ids.length)
  // What one word of the question adds: of the terms that stand for it, the best one counts.
  const own = new Float32Array(ids.length)
  const ownWeight = new Float32Array(ids.length)
  for (const { terms, idf } of words) {
    const touched: number[] = []
    for (const { term, weight, idf: rarity } of terms) {
      const place = places.get(term)
      if (place === undefined) continue
      for (let at = offsets[place] as number; at < (offsets[place + 1] as number); at++) {
        const passage = passagesOf[at] as number
        const frequency = (frequencies[at] as number) / FREQUENCY_UNIT
        const norm = K1 * (1 - B + (B * (lengths[passage] as number)) / average)
        const score = (weight * rarity * frequency * (K1 + 1)) / (frequency + norm)
        if (ownWeight[passage] === 0) touched.push(passage)
        if (score > (own[passage] as number)) own[passage] = score
        if (weight > (ownWeight[passage] as number)) ownWeight[passage] = weight
      }
    }
    for (const passage of touched) {
      scores[passage] = (scores[passage] as number) + (own[passage] as number)
      covered[passage] = (covered[passage] as number) + idf * Math.min(1, ownWeight[passage] as number)
      matched[passage] = (matched[passage] as number) + 1
      own[passage] = 0
      ownWeight[passage] = 0
    }
  }
  return { scores, covered, matched }
}

/** The places of the highest scores above 0, best first: a selection by a threshold that rises as places come in. */
const best = (scores: Float32Array, limit: number, isWanted: (passage: number) => boolean) => {
  const byScore = (a: number, b: number) => (scores[b] as number) - (scores[a] as number)
  let chosen: number[] = []
  let floor = 0
  for (let passage = 0; passage < scores.length; passage++) {
    if ((scores[passage] as number) <= floor || !isWanted(passage)) continue
    chosen.push(passage)
    if (chosen.length < limit * 2) continue
    chosen = chosen.sort(byScore).slice(0, limit)
    floor = scores[chosen.at(-1) as number] as number
  }
  return chosen.sort(byScore).slice(0, limit)
}

/** The passages that hold most of a question's words, best first. `allowed` names the documents to look in. */
export const byWords = (
  words: QuestionWord[],
  segments: Segment[],
  limit: number,
  allowed: Set<string> | null = null,
): WordHit[] => {
  const average = averageLength(segments)
  const asked = words.reduce((sum, { idf }) => sum + idf, 0)
  return segments
    .flatMap((segment) => {
      const { scores, covered, matched } = scored(words, segment, average)
      const documentOf = (passage: number) => segment.documents[segment.documentOf[passage] as number]
      const isWanted = (passage: number) =>
        isAlive(segment, passage) && (allowed === null || allowed.has(documentOf(passage)?.id ?? ''))
      return best(scores, limit, isWanted).map((passage) => ({
        id: segment.ids[passage] as string,
        language: documentOf(passage)?.language ?? 'und',
        model: segment.scales[passage] === 0 ? null : segment.model,
        score: scores[passage] as number,
        matched: matched[passage] as number,
        coverage: Math.min(1, (covered[passage] as number) / (asked || 1)),
      }))
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
}
