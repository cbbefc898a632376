import { byMeaning, type MeaningHit } from './meanings.ts'
import { type QuestionWord, questionWords } from './question-words.ts'
import {
  aliveIn,
  buildSegment,
  bytesOf,
  dimensionsOf,
  type IndexedDocument,
  mergeSegments,
  type Segment,
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
  /** Of length 1; null searches for words alone. */
  vector: Float32Array | null
  /** How many hits by words and by meaning. */
  limit: number
  /** The documents to look in; null for all. */
  documentIds: string[] | null
}

export type IndexHits = {
  words: QuestionWord[]
  byWords: WordHit[]
  byMeaning: MeaningHit[]
  /** Passages that took part. */
  searched: number
}

/** The passages of one knowledge base: documents come and go, and are searched at once. */
export type PassageIndex = ReturnType<typeof createPassageIndex>

export const createPassageIndex = (given: Segment[] = []) => {
  let segments = given

  const compacted = (segment: Segment) =>
    aliveIn(segment) < segment.ids.length * (1 - DEAD_SHARE_MAX) ? mergeSegments([segment]) : segment

  /** The two smallest of those whose vectors are of one size. */
  const mergeable = () => {
    const bySize = [...segments].sort((a, b) => a.ids.length - b.ids.length)
    for (const small of bySize) {
      const next = bySize.find((other) => other !== small && other.dimensions === small.dimensions)
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
      const sizes = [...new Set(documents.map(dimensionsOf))]
      const built = sizes.map((size) => buildSegment(documents.filter((one) => dimensionsOf(one) === size)))
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

/** Searches several knowledge bases as if they were one. */
export const searchIn = (
  indexes: PassageIndex[],
  { question, vector, limit, documentIds }: IndexQuery,
): IndexHits => {
  const segments = indexes.flatMap((index) => index.segments())
  const allowed = documentIds && new Set(documentIds)
  const words = questionWords(question, segments)
  return {
    words,
    byWords: byWords(words, segments, limit, allowed),
    byMeaning: vector ? byMeaning(vector, segments, limit, allowed) : [],
    searched: segments.reduce((sum, segment) => sum + aliveIn(segment), 0),
  }
}
