import { byMeaning } from './meanings.ts'
import type { Searchable } from './passage-index.ts'
import { byPostings } from './postings.ts'
import { aliveIn, isWantedIn, type Segment } from './segment.ts'

export const passagesIn = (segment: Segment) =>
  aliveIn(segment).reduce((sum, { passages }) => sum + passages, 0)

const lengthIn = (segment: Segment) => {
  const isAlive = isWantedIn(segment, null)
  return segment.lengths.reduce((sum, length, passage) => (isAlive(passage) ? sum + length : sum), 0)
}

const countsOf = (segments: readonly Segment[]) => {
  const languages = new Map<string, number>()
  for (const { language, passages } of segments.flatMap(aliveIn))
    languages.set(language, (languages.get(language) ?? 0) + passages)
  const passages = segments.reduce((sum, segment) => sum + passagesIn(segment), 0)
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
export const searchableOf = (segments: readonly Segment[]): Searchable => {
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
export const hideDocuments = (segment: Segment, closed: ReadonlySet<string>): Segment => {
  const places = segment.documents.flatMap(({ id }, place) => (closed.has(id) ? [place] : []))
  return places.length === 0 ? segment : { ...segment, dead: new Set([...segment.dead, ...places]) }
}
