import { rmSync } from 'node:fs'
import path from 'node:path'
import { type Named, readSegment, writeSegment } from './files.ts'
import { mergeSegments } from './merge-segments.ts'
import { bytesOf, type Segment } from './segment.ts'

/** Segments are merged up to this size: a file of one is never much larger, and what holds a deleted word is soon rewritten. */
const MERGED_BYTES_MAX = 64 * 1024 * 1024
/** So many segments of about the same size are merged. */
const ALIKE_MAX = 4
/** Sizes are about the same within a factor of two to this. */
const TIER_BITS = 3
/** A segment of which so much is dead is written anew. */
const DEAD_SHARE_MAX = 0.3

/** Segments of the same kind are merged: of one vector space, and about as large. */
const kindOf = (segment: Segment) =>
  `${segment.model} ${segment.dimensions} ${Math.floor(Math.log2(bytesOf(segment)) / TIER_BITS)}`

/** Segments of one kind in groups that are not too large, once there are enough of them. */
const groupsIn = (alike: Segment[]) => {
  if (alike.length < ALIKE_MAX) return []
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

/** Which segments are to be written anew, as one in each case: small ones, and those of which much is dead, or anything. */
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

/** Which segments of a folder to write as one, for each that is to be made. */
export type RewriteRequest = { folder: string; groups: Named[][] }

/** Writes the segments that are made of others, without what is dead in those; null where one of them is damaged. */
export const rewrite = ({ folder, groups }: RewriteRequest): (string | null)[] =>
  groups.map((group) => {
    const segments = group.flatMap((one) => {
      const segment = readSegment(folder, one)
      // Whoever holds it in memory writes it once more.
      if (!segment) rmSync(path.join(folder, one.name), { force: true })
      return segment ?? []
    })
    if (segments.length < group.length) return null
    const merged = mergeSegments(segments)
    writeSegment(folder, merged)
    return merged.name
  })
