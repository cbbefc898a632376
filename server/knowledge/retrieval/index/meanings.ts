import type { Meaning, MeaningHit, Wanted } from './passage-index.ts'
import { byId, documentOf, isWantedIn, passageAt, type Segment, signsOf } from './segment.ts'

/** Candidates per wanted hit that are rescored by cosine; all others are only compared by their signs. */
const RESCORED_PER_HIT = 10
const RESCORED_MIN = 500

const popCount = (word: number) => {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return (((fours + (fours >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** Hamming distances between the signs of a question and of each vector; `dimensions + 1` for unwanted passages. */
const hammingDistances = (asked: Uint32Array, segment: Segment, documentIds: Wanted['documentIds']) => {
  const { signs, scales, dimensions } = segment
  const isIn = isWantedIn(segment, documentIds)
  const size = asked.length
  const distances = new Uint16Array(scales.length).fill(dimensions + 1)
  for (let place = 0; place < scales.length; place++) {
    if (scales[place] === 0 || !isIn(passageAt(segment, place))) continue
    let sum = 0
    for (let at = 0; at < size; at++)
      sum += popCount((signs[place * size + at] as number) ^ (asked[at] as number))
    distances[place] = sum
  }
  return distances
}

/**
 * Selects the vectors with the lowest Hamming distance by a counting sort, including ties. Distances are counted over all
 * segments, so that the result does not depend on how passages are divided into segments.
 */
const candidatesIn = (query: Float32Array, segments: readonly Segment[], { limit, documentIds }: Wanted) => {
  const asked = signsOf(query, query.length)
  const distances = segments.map((segment) => hammingDistances(asked, segment, documentIds))
  const histogram = new Uint32Array(query.length + 2)
  for (const own of distances) for (const sum of own) histogram[sum] = (histogram[sum] as number) + 1
  const count = Math.max(RESCORED_MIN, limit * RESCORED_PER_HIT)
  let most = 0
  for (let held = histogram[0] as number; held < count && most < query.length; )
    held += histogram[++most] as number
  return segments.map((segment, place) => {
    const found: number[] = []
    distances[place]?.forEach((sum, vector) => {
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

/** Passages by the cosine of their most similar part, best first. */
export const byMeaning = (
  { vector: query, model }: Meaning,
  segments: readonly Segment[],
  wanted: Wanted,
): MeaningHit[] => {
  const nearest = new Map<string, MeaningHit>()
  for (const { segment, found } of candidatesIn(
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
