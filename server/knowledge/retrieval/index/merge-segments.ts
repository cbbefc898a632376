import { randomUUID } from 'node:crypto'
import { passageAt, type Segment, type SegmentDocument, signsOf } from './segment.ts'

/** Merges segments with vectors of the same model, without their deleted documents. */
export const mergeSegments = (segments: Segment[]): Segment => {
  const dimensions = segments[0]?.dimensions ?? 0
  const documents: SegmentDocument[] = []
  const ids: string[] = []
  const documentOf: number[] = []
  const lengths: number[] = []
  const kept = segments.map((segment) => {
    const places = segment.documents.map((document, index) =>
      segment.dead.has(index) ? -1 : documents.push(document) - 1,
    )
    return Int32Array.from(segment.ids, (id, passage) => {
      const place = places[segment.documentOf[passage] as number] as number
      if (place < 0) return -1
      documentOf.push(place)
      lengths.push(segment.lengths[passage] as number)
      return ids.push(id) - 1
    })
  })
  // New positions of vectors: one per passage first, then those of further parts.
  const partOf: number[] = []
  const places = segments.map((segment, index) =>
    Array.from(segment.scales, (_, place) => {
      const to = kept[index]?.[passageAt(segment, place)] as number
      return to < 0 || place < segment.ids.length ? to : ids.length + partOf.push(to) - 1
    }),
  )
  const scales = new Float32Array(ids.length + partOf.length)
  const vectors = new Int8Array(scales.length * dimensions)
  segments.forEach((segment, index) => {
    places[index]?.forEach((to, from) => {
      if (to < 0) return
      scales[to] = segment.scales[from] as number
      vectors.set(segment.vectors.subarray(from * dimensions, (from + 1) * dimensions), to * dimensions)
    })
  })
  const vocabulary = new Set(segments.flatMap((segment) => [...segment.terms.keys()]))
  const terms = new Map<string, number>()
  const total = segments.reduce((sum, segment) => sum + segment.passagesOf.length, 0)
  const offsets = new Uint32Array(vocabulary.size + 1)
  const passagesOf = new Uint32Array(total)
  const frequencies = new Uint8Array(total)
  let at = 0
  for (const term of [...vocabulary].sort()) {
    const first = at
    segments.forEach((segment, index) => {
      const own = segment.terms.get(term)
      if (own === undefined) return
      for (let from = segment.offsets[own] as number; from < (segment.offsets[own + 1] as number); from++) {
        const to = kept[index]?.[segment.passagesOf[from] as number] as number
        if (to < 0) continue
        passagesOf[at] = to
        frequencies[at++] = segment.frequencies[from] as number
      }
    })
    // Skip terms that only deleted documents contained.
    if (at === first) continue
    offsets[terms.size] = first
    terms.set(term, terms.size)
  }
  offsets[terms.size] = at
  return {
    name: randomUUID(),
    documents,
    dead: new Set(),
    ids,
    documentOf: Uint32Array.from(documentOf),
    lengths: Uint16Array.from(lengths),
    terms,
    offsets: offsets.slice(0, terms.size + 1),
    passagesOf: passagesOf.slice(0, at),
    frequencies: frequencies.slice(0, at),
    model: segments[0]?.model ?? null,
    dimensions,
    vectors,
    scales,
    partOf: Uint32Array.from(partOf),
    signs: signsOf(vectors, dimensions),
  }
}
