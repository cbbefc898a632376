import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { type Named, readSegment, writeSegment } from './files.ts'
import { bytesOf, passageAt, type Segment, type SegmentDocument, signsOf } from './segment.ts'

/** Maximum size of a merged segment, so that files stay small and deleted content is rewritten quickly. */
const MERGED_BYTES_MAX = 64 * 1024 * 1024
/** Number of segments of similar size from which they are merged. */
const TIER_SEGMENTS_MIN = 4
/** Segments belong to one tier if their sizes differ by less than two to the power of this. */
const TIER_BITS = 3
/** A segment is rewritten once this share of its documents is deleted. */
const DEAD_SHARE_MAX = 0.3

/** Only segments of the same model, dimensions and size tier are merged. */
const kindOf = (segment: Segment) =>
  `${segment.model} ${segment.dimensions} ${Math.floor(Math.log2(bytesOf(segment)) / TIER_BITS)}`

/** Groups segments of one kind up to the maximum size, if there are enough of them. */
const groupsIn = (alike: Segment[]) => {
  if (alike.length < TIER_SEGMENTS_MIN) return []
  const groups: Segment[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const segment of alike.toSorted((a, b) => bytesOf(a) - bytesOf(b))) {
    bytes += bytesOf(segment)
    if (bytes > MERGED_BYTES_MAX) {
      groups.push([])
      bytes = bytesOf(segment)
    }
    groups.at(-1)?.push(segment)
  }
  return groups.filter(({ length }) => length > 1)
}

/** Groups of segments to merge: small ones, and those with many deleted documents (with `isThorough`, any). */
export const rewritesOf = (segments: readonly Segment[], isThorough: boolean): Segment[][] => {
  const merged = [...new Set(segments.map(kindOf))].flatMap((kind) =>
    groupsIn(segments.filter((one) => kindOf(one) === kind)),
  )
  const taken = new Set(merged.flat())
  const deadMax = isThorough ? 0 : DEAD_SHARE_MAX
  return [
    ...merged,
    ...segments
      .filter(
        (one) => !taken.has(one) && one.dead.size > 0 && one.dead.size >= one.documents.length * deadMax,
      )
      .map((one) => [one]),
  ]
}

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

/** Groups of segments in a folder; each group is merged into one segment. */
export type RewriteRequest = { folder: string; groups: Named[][] }

/** Writes a merged segment per group, without deleted documents. Returns their names; null if a segment is damaged. */
export const rewrite = ({ folder, groups }: RewriteRequest): (string | null)[] =>
  groups.map((group) => {
    const segments = group.flatMap((one) => {
      const segment = readSegment(folder, one)
      // It is still in memory, so the next save writes it again.
      if (!segment) rmSync(path.join(folder, one.name), { force: true })
      return segment ?? []
    })
    if (segments.length < group.length) return null
    const merged = mergeSegments(segments)
    writeSegment(folder, merged)
    return merged.name
  })
