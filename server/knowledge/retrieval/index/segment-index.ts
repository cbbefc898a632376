import type { Named } from './files.ts'
import type { IndexedDocument, PassageIndex, Searchable } from './passage-index.ts'
import { hideDocuments, searchableOf } from './searchable.ts'
import { aliveIn, buildSegment, bytesOf, type Segment, spaceOf } from './segment.ts'

/** An engine that keeps passages in memory, in immutable segments. */
export const createSegmentIndex = (given: Segment[] = []) => {
  let segments = given
  let searched = searchableOf(segments)

  /** Drops segments whose documents are all deleted. */
  const hold = (others: Segment[]) => {
    segments = others.filter(({ documents, dead }) => dead.size < documents.length)
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
      hold([...segments, ...built])
    },

    keep(versions: ReadonlyMap<string, string>) {
      removeWhere((id, version) => versions.get(id) !== version)
      hold(segments)
    },

    /** Replaces all segments by these; `read` loads those that are not in memory. */
    adopt(named: readonly Named[], read: (one: Named) => Segment | null) {
      const own = new Map(segments.map((segment) => [segment.name, segment]))
      hold(
        named.flatMap((one) => {
          const known = own.get(one.name)
          return known ? { ...known, dead: new Set([...known.dead, ...one.dead]) } : (read(one) ?? [])
        }),
      )
    },

    /** Replaces segments by their merged one. Documents deleted in the meantime are deleted in it too. */
    replace(names: readonly string[], merged: Segment) {
      const replaced = segments.filter(({ name }) => names.includes(name))
      if (replaced.length < names.length) return
      const alive = new Set(replaced.flatMap(aliveIn).map(({ id, version }) => `${id} ${version}`))
      const dead = merged.documents.flatMap(({ id, version }, place) =>
        alive.has(`${id} ${version}`) ? [] : [place],
      )
      hold([...segments.filter((segment) => !replaced.includes(segment)), { ...merged, dead: new Set(dead) }])
    },

    counts: () => searched.counts(),
    frequencyOf: (term) => searched.frequencyOf(term),
    terms: () => searched.terms(),
    byWords: (words, average, wanted) => searched.byWords(words, average, wanted),
    byMeaning: (meaning, wanted) => searched.byMeaning(meaning, wanted),

    /** Searches as if the `closed` documents had never been added. */
    without: (closed: ReadonlySet<string>): Searchable =>
      closed.size === 0 ? searched : searchableOf(segments.map((segment) => hideDocuments(segment, closed))),
  } satisfies PassageIndex & Record<string, unknown>
}
