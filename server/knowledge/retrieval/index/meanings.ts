import type { Meaning, MeaningHit, Wanted } from './passage-index.ts'
import { byId, documentOf, isWantedIn, passageAt, type Segment } from './segment.ts'
import { signsOf } from './signs.ts'

/** So many vectors for each that is wanted are looked at closely; the others are told apart by their signs alone. */
const CLOSE_LOOKS = 10
const CLOSE_LOOKS_MIN = 500

const bitsIn = (word: number) => {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return (((fours + (fours >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** In how many signs each vector of a segment differs from a question; more than there are where its passage is not wanted. */
const apartIn = (asked: Uint32Array, segment: Segment, documentIds: Wanted['documentIds']) => {
  const { signs, scales, dimensions } = segment
  const isIn = isWantedIn(segment, documentIds)
  const size = asked.length
  const apart = new Uint16Array(scales.length).fill(dimensions + 1)
  for (let place = 0; place < scales.length; place++) {
    if (scales[place] === 0 || !isIn(passageAt(segment, place))) continue
    let sum = 0
    for (let at = 0; at < size; at++)
      sum += bitsIn((signs[place * size + at] as number) ^ (asked[at] as number))
    apart[place] = sum
  }
  return apart
}

/**
 * The vectors whose signs agree most with the question's, by counting: as many as asked for, and those that agree as
 * much. The count is that of all segments, so that what is found does not depend on how passages are divided.
 */
const likely = (query: Float32Array, segments: readonly Segment[], { limit, documentIds }: Wanted) => {
  const asked = signsOf(query, query.length)
  const apart = segments.map((segment) => apartIn(asked, segment, documentIds))
  const histogram = new Uint32Array(query.length + 2)
  for (const own of apart) for (const sum of own) histogram[sum] = (histogram[sum] as number) + 1
  const count = Math.max(CLOSE_LOOKS_MIN, limit * CLOSE_LOOKS)
  let most = 0
  for (let held = histogram[0] as number; held < count && most < query.length; )
    held += histogram[++most] as number
  return segments.map((segment, place) => {
    const found: number[] = []
    apart[place]?.forEach((sum, vector) => {
      if (sum <= most) found.push(vector)
    })
    return { segment, found }
  })
}

const cosineOf = (query: Float32Array, { vectors, scales, dimensions }: Segment, place: number) => {
  const from = place * dimensions
  let sum = 0
  for (let at = 0; at < dimensions; at++) sum += (vectors[from + at] as number) * (query[at] as number)
  return sum * (scales[place] as number)
}

/** The passages of segments of which some part is nearest to a question, best first. */
export const byMeaning = (
  { vector: query, model }: Meaning,
  segments: readonly Segment[],
  wanted: Wanted,
): MeaningHit[] => {
  const nearest = new Map<string, MeaningHit>()
  for (const { segment, found } of likely(
    query,
    segments.filter((one) => one.model === model && one.dimensions === query.length),
    wanted,
  ))
    for (const place of found) {
      const passage = passageAt(segment, place)
      const id = segment.ids[passage] as string
      const cosine = cosineOf(query, segment, place)
      if (cosine > (nearest.get(id)?.cosine ?? Number.NEGATIVE_INFINITY))
        nearest.set(id, { id, language: documentOf(segment, passage)?.language ?? 'und', cosine })
    }
  return [...nearest.values()].sort((a, b) => b.cosine - a.cosine || byId(a.id, b.id)).slice(0, wanted.limit)
}
