import { randomUUID } from 'node:crypto'
import type { IndexedDocument } from './passage-index.ts'
import { passageTerms } from './passage-terms.ts'
import { signsOf } from './signs.ts'

/** The documents of a segment, in the order of their passages. */
export type SegmentDocument = { id: string; version: string; language: string; passages: number }

/** The places of terms, which are counted in the order of their code units. */
export type Terms = Pick<ReadonlyMap<string, number>, 'get' | 'has' | 'keys' | 'size'>

/** Terms found by bisection: a list that is read from a file need not become a table first. */
export const sortedTerms = (list: string[]): Terms => {
  const get = (term: string) => {
    let low = 0
    let high = list.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((list[middle] as string) < term) low = middle + 1
      else high = middle
    }
    return list[low] === term ? low : undefined
  }
  return { get, has: (term) => get(term) !== undefined, keys: () => list.values(), size: list.length }
}

/**
 * Passages of some documents, ready to be searched. Passages are counted through from 0; the postings of term t are
 * those between `offsets[t]` and `offsets[t + 1]`, by rising passage.
 */
export type Segment = {
  /** Unlike that of any other segment: its file is written once. */
  name: string
  documents: SegmentDocument[]
  /** Documents that are no longer searched, by their place in `documents`. */
  dead: Set<number>
  /** Of each passage: its id, its document's place, its weighted number of terms. */
  ids: string[]
  documentOf: Uint32Array
  lengths: Uint16Array
  terms: Terms
  offsets: Uint32Array
  passagesOf: Uint32Array
  /** Weighted uses of the term, times FREQUENCY_UNIT. */
  frequencies: Uint8Array
  /** What made the vectors; only those of one model can be compared. */
  model: string | null
  /** Numbers in a vector; 0 where no passage has one. */
  dimensions: number
  /**
   * Vectors as bytes between -127 and 127; times `scales` they are the numbers. First one for each passage, all zero
   * where it has none, then those of further parts of passages.
   */
  vectors: Int8Array
  scales: Float32Array
  /** The passage of each vector of a further part. */
  partOf: Uint32Array
  /** The vectors once more, by the signs of their numbers. */
  signs: Uint32Array
}

export const FREQUENCY_UNIT = 4
const BYTE_MAX = 255
const LENGTH_MAX = 65_535

type Posting = { passage: number; frequency: number }

const BYTE_SIGNED_MAX = 127

/** A vector as bytes, and what they are to be multiplied by. */
const toBytes = (vector: Float32Array) => {
  const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0) || 1
  const scale = largest / BYTE_SIGNED_MAX
  return { bytes: Int8Array.from(vector, (value) => Math.round(value / scale)), scale }
}

/** How many numbers the vectors of a document have; 0 where it has none. */
const dimensionsOf = ({ passages }: IndexedDocument) =>
  passages.find(({ vectors }) => vectors.length > 0)?.vectors[0]?.length ?? 0

/** Documents with the same vector space share segments. */
export const spaceOf = (document: IndexedDocument) => `${document.model} ${dimensionsOf(document)}`

export const buildSegment = (documents: IndexedDocument[]): Segment => {
  const ids: string[] = []
  const documentOf: number[] = []
  const lengths: number[] = []
  const postings = new Map<string, Posting[]>()
  const dimensions = documents[0] ? dimensionsOf(documents[0]) : 0
  const firstVectors: (Float32Array | undefined)[] = []
  const furtherVectors: Float32Array[] = []
  const partOf: number[] = []
  documents.forEach((document, place) => {
    for (const passage of document.passages) {
      const { uses, length } = passageTerms(document, passage)
      for (const [term, frequency] of uses) {
        const posting = { passage: ids.length, frequency }
        const known = postings.get(term)
        if (known) known.push(posting)
        else postings.set(term, [posting])
      }
      const [first, ...others] = passage.vectors
      firstVectors.push(first)
      furtherVectors.push(...others)
      partOf.push(...others.map(() => ids.length))
      ids.push(passage.id)
      documentOf.push(place)
      lengths.push(Math.min(length, LENGTH_MAX))
    }
  })
  const total = [...postings.values()].reduce((sum, list) => sum + list.length, 0)
  const offsets = new Uint32Array(postings.size + 1)
  const passagesOf = new Uint32Array(total)
  const frequencies = new Uint8Array(total)
  const terms = new Map<string, number>()
  let at = 0
  for (const term of [...postings.keys()].sort()) {
    offsets[terms.size] = at
    terms.set(term, terms.size)
    for (const { passage, frequency } of postings.get(term) ?? []) {
      passagesOf[at] = passage
      frequencies[at++] = Math.min(BYTE_MAX, Math.round(frequency * FREQUENCY_UNIT))
    }
  }
  offsets[terms.size] = at
  const given = [...firstVectors, ...furtherVectors]
  const vectors = new Int8Array(given.length * dimensions)
  const scales = new Float32Array(given.length)
  given.forEach((vector, index) => {
    if (!vector) return
    const { bytes, scale } = toBytes(vector)
    vectors.set(bytes, index * dimensions)
    scales[index] = scale
  })
  return {
    name: randomUUID(),
    documents: documents.map(({ id, version, language, passages }) => ({
      id,
      version,
      language,
      passages: passages.length,
    })),
    dead: new Set(),
    ids,
    documentOf: Uint32Array.from(documentOf),
    lengths: Uint16Array.from(lengths),
    terms,
    offsets,
    passagesOf,
    frequencies,
    model: documents[0]?.model ?? null,
    dimensions,
    vectors,
    scales,
    partOf: Uint32Array.from(partOf),
    signs: signsOf(vectors, dimensions),
  }
}

/** The order of passages that are equally good: the same however they are divided into segments. */
export const byId = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** The passage that a vector is of, by the vector's place. */
export const passageAt = ({ ids, partOf }: Segment, place: number) =>
  place < ids.length ? place : (partOf[place - ids.length] as number)

export const documentOf = ({ documents, documentOf }: Segment, passage: number) =>
  documents[documentOf[passage] as number]

/** Whether a passage is searched, and in one of these documents; null for all. */
export const isWantedIn = (segment: Segment, documentIds: ReadonlySet<string> | null) => (passage: number) =>
  (segment.dead.size === 0 || !segment.dead.has(segment.documentOf[passage] as number)) &&
  (documentIds === null || documentIds.has(documentOf(segment, passage)?.id ?? ''))

/** Documents that are searched. */
export const aliveIn = ({ documents, dead }: Segment) => documents.filter((_, place) => !dead.has(place))

/** About what a segment takes of memory; a term of the vocabulary is reckoned with its place in the table. */
const TERM_BYTES = 80
const ID_BYTES = 64

export const bytesOf = ({
  ids,
  terms,
  passagesOf,
  frequencies,
  vectors,
  lengths,
  documentOf,
  offsets,
  signs,
}: Segment) =>
  [passagesOf, frequencies, vectors, lengths, documentOf, offsets, signs].reduce(
    (sum, { byteLength }) => sum + byteLength,
    0,
  ) +
  terms.size * TERM_BYTES +
  ids.length * ID_BYTES
