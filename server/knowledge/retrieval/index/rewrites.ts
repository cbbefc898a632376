import { rmSync } from 'node:fs'
import path from 'node:path'
import { type Named, readSegment, writeSegment } from './files.ts'
import { mergeSegments } from './merge-segments.ts'
import { bytesOf, type Segment } from './segment.ts'

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
