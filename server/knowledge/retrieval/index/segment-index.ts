import { byMeaning } from './meanings.ts'
import type { IndexedDocument, PassageIndex } from './passage-index.ts'
import { byPostings } from './postings.ts'
import { aliveIn, buildSegment, bytesOf, mergeSegments, type Segment, spaceOf } from './segment.ts'

/** More segments than this are merged, the smallest first. */
const SEGMENTS_MAX = 8
/** A larger segment is left as it is: to merge it would hold up searches. */
const MERGED_PASSAGES_MAX = 25_000
/** A segment of which so much is dead is written anew. */
const DEAD_SHARE_MAX = 0.3

const passagesIn = (segment: Segment) => aliveIn(segment).reduce((sum, { passages }) => sum + passages, 0)

const countsOf = (segments: Segment[]) => {
  const languages = new Map<string, number>()
  for (const { language, passages } of segments.flatMap(aliveIn))
    languages.set(language, (languages.get(language) ?? 0) + passages)
  return {
    passages: segments.reduce((sum, segment) => sum + passagesIn(segment), 0),
    languages,
    measured: segments.reduce((sum, { ids }) => sum + ids.length, 0),
    length: segments.reduce((sum, { lengths }) => lengths.reduce((total, one) => total + one, sum), 0),
  }
}

export type SegmentIndex = ReturnType<typeof createSegmentIndex>

/** Passages in memory, in segments that are written once. */
export const createSegmentIndex = (given: Segment[] = []) => {
  let segments = given
  let counted: ReturnType<typeof countsOf> | null = null

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
    counted = null
    segments = segments.map(compacted).filter(({ ids }) => ids.length > 0)
    while (segments.length > SEGMENTS_MAX) {
      const pair = mergeable()
      if (!pair) return
      segments = [...segments.filter((segment) => !pair.includes(segment)), mergeSegments(pair)]
    }
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

    counts: () => (counted ??= countsOf(segments)),

    frequencyOf: (term) =>
      segments.reduce((sum, { terms, offsets }) => {
        const place = terms.get(term)
        return place === undefined ? sum : sum + (offsets[place + 1] as number) - (offsets[place] as number)
      }, 0),

    *terms() {
      for (const { terms } of segments) yield* terms.keys()
    },

    byWords: async (words, average, wanted) => byPostings(words, segments, average, wanted),
    byMeaning: async (meaning, wanted) => byMeaning(meaning, segments, wanted),
  } satisfies PassageIndex & Record<string, unknown>
}
