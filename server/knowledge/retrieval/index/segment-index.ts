import type { IndexedDocument, PassageIndex, Searchable } from './passage-index.ts'
import { hiding, passagesIn, searchableOf } from './searchable.ts'
import { aliveIn, buildSegment, bytesOf, mergeSegments, type Segment, spaceOf } from './segment.ts'

/** More segments than this are merged, the smallest first. */
const SEGMENTS_MAX = 8
/** A larger segment is left as it is: to merge it would hold up searches. */
const MERGED_PASSAGES_MAX = 25_000
/** A segment of which so much is dead is written anew. */
const DEAD_SHARE_MAX = 0.3

export type SegmentIndex = ReturnType<typeof createSegmentIndex>

/** Passages in memory, in segments that are written once. */
export const createSegmentIndex = (given: Segment[] = []) => {
  let segments = given
  let searched = searchableOf(segments)

  const compacted = (segment: Segment) =>
    passagesIn(segment) < segment.ids.length * (1 - DEAD_SHARE_MAX) ? mergeSegments([segment]) : segment

  /** The two smallest of those whose vectors can be compared. */
  const mergeable = () => {
    const bySize = [...segments].sort((a, b) => a.ids.length - b.ids.length)
    for (const small of bySize) {
      const next = bySize.find(
        (other) => other !== small && other.model === small.model && other.dimensions === small.dimensions,
      )
      if (next && small.ids.length + next.ids.length <= MERGED_PASSAGES_MAX) return [small, next]
    }
    return null
  }

  const tidy = () => {
    segments = segments.map(compacted).filter(({ ids }) => ids.length > 0)
    while (segments.length > SEGMENTS_MAX) {
      const pair = mergeable()
      if (!pair) break
      segments = [...segments.filter((segment) => !pair.includes(segment)), mergeSegments(pair)]
    }
    searched = searchableOf(segments)
  }

  const removeWhere = (isGone: (id: string, version: string) => boolean) => {
    for (const { documents, dead } of segments)
      documents.forEach(({ id, version }, place) => {
        if (isGone(id, version)) dead.add(place)
      })
  }

  return {
    segments: () => segments,
    bytes: () => segments.reduce((sum, segment) => sum + bytesOf(segment), 0),

    versions: () =>
      new Map(segments.flatMap((segment) => aliveIn(segment).map(({ id, version }) => [id, version]))),

    put(documents: IndexedDocument[]) {
      const ids = new Set(documents.map(({ id }) => id))
      removeWhere((id) => ids.has(id))
      const spaces = [...new Set(documents.map(spaceOf))]
      const built = spaces.map((space) => buildSegment(documents.filter((one) => spaceOf(one) === space)))
      segments = [...segments, ...built]
      tidy()
    },

    keep(versions: ReadonlyMap<string, string>) {
      removeWhere((id, version) => versions.get(id) !== version)
      tidy()
    },

    counts: () => searched.counts(),
    frequencyOf: (term) => searched.frequencyOf(term),
    terms: () => searched.terms(),
    byWords: (words, average, wanted) => searched.byWords(words, average, wanted),
    byMeaning: (meaning, wanted) => searched.byMeaning(meaning, wanted),

    /** The same as if some documents had never been put. */
    without: (closed: ReadonlySet<string>): Searchable =>
      closed.size === 0 ? searched : searchableOf(segments.map((segment) => hiding(segment, closed))),
  } satisfies PassageIndex & Record<string, unknown>
}
