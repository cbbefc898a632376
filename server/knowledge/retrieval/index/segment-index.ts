import type { Named } from './files.ts'
import { byMeaning } from './meanings.ts'
import type { IndexedDocument, PassageIndex, Searchable } from './passage-index.ts'
import { byPostings } from './postings.ts'
import { aliveIn, buildSegment, bytesOf, isWantedIn, type Segment, spaceOf } from './segment.ts'

const lengthIn = (segment: Segment) => {
  const isAlive = isWantedIn(segment, null)
  return segment.lengths.reduce((sum, length, passage) => (isAlive(passage) ? sum + length : sum), 0)
}

const countsOf = (segments: readonly Segment[]) => {
  const languages = new Map<string, number>()
  const alive = segments.flatMap(aliveIn)
  for (const { language, passages } of alive)
    languages.set(language, (languages.get(language) ?? 0) + passages)
  const passages = alive.reduce((sum, document) => sum + document.passages, 0)
  const length = segments.reduce((sum, segment) => sum + lengthIn(segment), 0)
  return { passages, languages: new Map([...languages].sort()), measured: passages, length }
}

/** Number of searched passages of a segment that contain a term. */
const frequencyIn = (segment: Segment, place: number) => {
  const [from, to] = [segment.offsets[place] as number, segment.offsets[place + 1] as number]
  if (segment.dead.size === 0) return to - from
  const isAlive = isWantedIn(segment, null)
  let frequency = 0
  for (let at = from; at < to; at++) if (isAlive(segment.passagesOf[at] as number)) frequency++
  return frequency
}

/** Makes immutable segments searchable, without their deleted documents. */
const searchableOf = (segments: readonly Segment[]): Searchable => {
  const frequencies = new Map<string, number>()
  let counted: ReturnType<typeof countsOf> | null = null
  return {
    counts: () => (counted ??= countsOf(segments)),
    frequencyOf(term) {
      const known = frequencies.get(term)
      if (known !== undefined) return known
      const places = segments.flatMap((segment) => {
        const place = segment.terms.get(term)
        return place === undefined ? [] : [{ segment, place }]
      })
      const frequency = places.reduce((sum, { segment, place }) => sum + frequencyIn(segment, place), 0)
      // Unknown terms are not cached, because their number is unlimited.
      if (places.length > 0) frequencies.set(term, frequency)
      return frequency
    },
    *terms() {
      for (const { terms } of segments) yield* terms.keys()
    },
    byWords: async (words, average, wanted) => byPostings(words, segments, average, wanted),
    byMeaning: async (meaning, wanted) => byMeaning(meaning, segments, wanted),
  }
}

/** A segment in which `closed` documents count as deleted. */
const hideDocuments = (segment: Segment, closed: ReadonlySet<string>): Segment => {
  const places = segment.documents.flatMap(({ id }, place) => (closed.has(id) ? [place] : []))
  return places.length === 0 ? segment : { ...segment, dead: new Set([...segment.dead, ...places]) }
}

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
