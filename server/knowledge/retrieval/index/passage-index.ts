import type { SearchMode } from '../../../../src/services/contract/knowledge-bases.ts'
import { byMeaning, type Meaning, type MeaningHit } from './meanings.ts'
import { type QuestionWord, questionWords } from './question-words.ts'
import {
  aliveIn,
  buildSegment,
  bytesOf,
  type IndexedDocument,
  mergeSegments,
  type Segment,
  spaceOf,
} from './segment.ts'
import { byWords, type WordHit } from './words.ts'

/** More segments than this are merged, the smallest first. */
const SEGMENTS_MAX = 8
/** A larger segment is left as it is: to merge it would hold up searches. */
const MERGED_PASSAGES_MAX = 25_000
/** A segment of which so much is dead is written anew. */
const DEAD_SHARE_MAX = 0.3

export type IndexQuery = {
  question: string
  /** Null searches for words alone. */
  meaning: Meaning | null
  /** How many hits by words and by meaning. */
  limit: number
  /** The documents to look in; null for all. */
  documentIds: string[] | null
  /** How knowledge bases are searched; as hybrid where nothing is said. */
  modes?: ReadonlyMap<string, SearchMode>
}

/** How the knowledge base of a passage is searched. */
type WithMode = { mode: SearchMode }

export type IndexHits = {
  words: QuestionWord[]
  byWords: (WordHit & WithMode)[]
  byMeaning: (MeaningHit & WithMode)[]
  /** Of knowledge bases that words are not ranked in: which passages hold them all the same. */
  wordsOfMeaning: (WordHit & WithMode)[]
  /** Passages that took part. */
  searched: number
}

/** The passages of one knowledge base: documents come and go, and are searched at once. */
export type PassageIndex = ReturnType<typeof createPassageIndex>

export const createPassageIndex = (given: Segment[] = []) => {
  let segments = given

  const compacted = (segment: Segment) =>
    aliveIn(segment) < segment.ids.length * (1 - DEAD_SHARE_MAX) ? mergeSegments([segment]) : segment

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

    /** The documents that are searched, with their versions. */
    versions: () =>
      new Map(
        segments.flatMap(({ documents, dead }) =>
          documents.flatMap(({ id, version }, place) => (dead.has(place) ? [] : [[id, version] as const])),
        ),
      ),

    /** Adds documents; of one that is known already, the passages are replaced. */
    put(documents: IndexedDocument[]) {
      const ids = new Set(documents.map(({ id }) => id))
      removeWhere((id) => ids.has(id))
      const spaces = [...new Set(documents.map(spaceOf))]
      const built = spaces.map((space) => buildSegment(documents.filter((one) => spaceOf(one) === space)))
      segments = [...segments, ...built]
      tidy()
    },

    /** Forgets whatever is not among these documents in these versions. */
    keep(versions: Map<string, string>) {
      removeWhere((id, version) => versions.get(id) !== version)
      tidy()
    },
  }
}

/** Searches several knowledge bases as if they were one, but each as it is to be searched. */
export const searchIn = (
  indexes: ReadonlyMap<string, PassageIndex>,
  { question, meaning, limit, documentIds, modes }: IndexQuery,
): IndexHits => {
  const all = [...indexes.values()].flatMap((index) => index.segments())
  const allowed = documentIds && new Set(documentIds)
  const words = questionWords(question, all)
  const inMode = <Hit>(mode: SearchMode, find: (segments: Segment[]) => Hit[]) => {
    const segments = [...indexes].flatMap(([base, index]) =>
      (modes?.get(base) ?? 'hybrid') === mode ? index.segments() : [],
    )
    return segments.length === 0 ? [] : find(segments).map((hit) => ({ ...hit, mode }))
  }
  const holding = (segments: Segment[]) => byWords(words, segments, limit, allowed)
  const near = (segments: Segment[]) => (meaning ? byMeaning(meaning, segments, limit, allowed) : [])
  return {
    words,
    byWords: [...inMode('hybrid', holding), ...inMode('keywords', holding)]
      .sort((a, b) => b.score - a.score)
      .slice(0, limit),
    byMeaning: [...inMode('hybrid', near), ...inMode('meaning', near)]
      .sort((a, b) => b.cosine - a.cosine)
      .slice(0, limit),
    wordsOfMeaning: inMode('meaning', holding),
    searched: all.reduce((sum, segment) => sum + aliveIn(segment), 0),
  }
}
