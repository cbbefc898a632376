import type { Meaning, MeaningHit, Wanted } from './passage-index.ts'
import { documentOf, isWantedIn, type Segment } from './segment.ts'
import { signsOf } from './signs.ts'

/** So many passages for each that is wanted are looked at closely; the others are told apart by their signs alone. */
const CLOSE_LOOKS = 10
const CLOSE_LOOKS_MIN = 500

const bitsIn = (word: number) => {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return (((fours + (fours >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** The passages whose signs agree most with the question's, by counting: as many as asked for, and those that agree as much. */
const likely = (
  query: Float32Array,
  segment: Segment,
  count: number,
  isWanted: (passage: number) => boolean,
) => {
  const asked = signsOf(query, query.length)
  const size = asked.length
  const all = segment.signs
  const apart = new Uint16Array(segment.ids.length)
  const histogram = new Uint32Array(segment.dimensions + 1)
  for (let passage = 0; passage < segment.ids.length; passage++) {
    if (!isWanted(passage)) {
      apart[passage] = segment.dimensions + 1
      continue
    }
    let sum = 0
    for (let at = 0; at < size; at++)
      sum += bitsIn((all[passage * size + at] as number) ^ (asked[at] as number))
    apart[passage] = sum
    histogram[sum] = (histogram[sum] as number) + 1
  }
  let limit = 0
  for (let held = histogram[0] as number; held < count && limit < segment.dimensions; )
    held += histogram[++limit] as number
  const found: number[] = []
  apart.forEach((sum, passage) => {
    if (sum <= limit) found.push(passage)
  })
  return found
}

const cosineOf = (query: Float32Array, { vectors, scales, dimensions }: Segment, passage: number) => {
  const from = passage * dimensions
  let sum = 0
  for (let at = 0; at < dimensions; at++) sum += (vectors[from + at] as number) * (query[at] as number)
  return sum * (scales[passage] as number)
}

/** The passages of segments whose vectors are nearest to a question's, best first. */
export const byMeaning = (
  { vector: query, model }: Meaning,
  segments: readonly Segment[],
  { limit, documentIds }: Wanted,
): MeaningHit[] =>
  segments
    .filter((one) => one.model === model && one.dimensions === query.length)
    .flatMap((segment) => {
      const isIn = isWantedIn(segment, documentIds)
      const isWanted = (passage: number) => segment.scales[passage] !== 0 && isIn(passage)
      return likely(query, segment, Math.max(CLOSE_LOOKS_MIN, limit * CLOSE_LOOKS), isWanted).map(
        (passage) => ({
          id: segment.ids[passage] as string,
          language: documentOf(segment, passage)?.language ?? 'und',
          cosine: cosineOf(query, segment, passage),
        }),
      )
    })
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, limit)
