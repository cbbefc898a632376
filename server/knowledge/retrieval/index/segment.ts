import { randomUUID } from 'node:crypto'
import { isExact, usesOf } from '../terms.ts'
import type { IndexedDocument, IndexedPassage } from './passage-index.ts'

/** The documents of a segment, in the order of their passages. */
export type SegmentDocument = { id: string; version: string; language: string; passages: number }

/** Positions of terms in the order of their UTF-16 code units. */
type Terms = Pick<ReadonlyMap<string, number>, 'get' | 'has' | 'keys' | 'size'>

/** Binary search: the first position from `low` to `high` for which `isBefore` is false. */
export const lowerBound = (low: number, high: number, isBefore: (at: number) => boolean) => {
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** Finds terms by binary search, so that a list from a file can be used without building a map. */
export const sortedTerms = (list: string[]): Terms => {
  const get = (term: string) => {
    const at = lowerBound(0, list.length, (place) => (list[place] as string) < term)
    return list[at] === term ? at : undefined
  }
  return { get, has: (term) => get(term) !== undefined, keys: () => list.values(), size: list.length }
}

/**
 * Passages of some documents in an inverted index. Passages are numbered from 0. The postings of term t are those from
 * `offsets[t]` to `offsets[t + 1]`, sorted by passage.
 */
export type Segment = {
  /** A unique name, because files of segments are never changed. */
  name: string
  documents: SegmentDocument[]
  /** Deleted documents, by their index in `documents`. */
  dead: Set<number>
  /** For each passage: its id, the index of its document, and its length in weighted uses of terms. */
  ids: string[]
  documentOf: Uint32Array
  lengths: Uint16Array
  terms: Terms
  offsets: Uint32Array
  passagesOf: Uint32Array
  /** Weighted uses of the term, times FREQUENCY_UNIT. */
  frequencies: Uint8Array
  /** The model of the vectors; only vectors of the same model can be compared. */
  model: string | null
  /** Dimensions of the vectors; 0 without vectors. */
  dimensions: number
  /**
   * Quantized vectors: values from -127 to 127, to be multiplied by `scales`. First one per passage, all zero if it has
   * none, then those of further parts of passages.
   */
  vectors: Int8Array
  scales: Float32Array
  /** For each vector of a further part: its passage. */
  partOf: Uint32Array
  /** Binary quantization of the vectors: the signs of their values. */
  signs: Uint32Array
}

export const FREQUENCY_UNIT = 4
const BYTE_MAX = 255
const LENGTH_MAX = 65_535

type Posting = { passage: number; frequency: number }

const BYTE_SIGNED_MAX = 127

/** Quantizes a vector to bytes and their scale. */
const toBytes = (vector: Float32Array) => {
  const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0) || 1
  const scale = largest / BYTE_SIGNED_MAX
  return { bytes: Int8Array.from(vector, (value) => Math.round(value / scale)), scale }
}

/** Binary quantization: one bit per value, 1 if positive. Each vector is padded to whole 32-bit words. */
export const signsOf = (vectors: ArrayLike<number>, dimensions: number) => {
  const size = Math.ceil(dimensions / 32)
  const signs = new Uint32Array(dimensions === 0 ? 0 : (vectors.length / dimensions) * size)
  for (let from = 0, to = 0; from < vectors.length; from += dimensions, to += size)
    for (let at = 0; at < dimensions; at++)
      if ((vectors[from + at] as number) > 0)
        signs[to + (at >>> 5)] = (signs[to + (at >>> 5)] as number) | (1 << (at & 31))
  return signs
}

/** Dimensions of the vectors of a document; 0 without vectors. */
const dimensionsOf = ({ passages }: IndexedDocument) =>
  passages.find(({ vectors }) => vectors.length > 0)?.vectors[0]?.length ?? 0

/** Documents with the same vector space share segments. */
export const spaceOf = (document: IndexedDocument) => `${document.model} ${dimensionsOf(document)}`

/** Weights of a term by the field that it occurs in. */
const TITLE_WEIGHT = 1
const HEADINGS_WEIGHT = 2
const CONTENT_WEIGHT = 1

/** The terms of a passage with their weighted uses; `length` is the sum of these. */
const passageTerms = (document: IndexedDocument, { headings, content }: IndexedPassage) => {
  const uses = new Map<string, number>()
  let length = 0
  const count = (text: string, weight: number) => {
    for (const { word, term } of usesOf(text, document.language)) {
      uses.set(term, (uses.get(term) ?? 0) + weight)
      // A joined form is another way to write the compound before it.
      if (isExact(word) === isExact(term)) length += weight
    }
  }
  count(document.title, TITLE_WEIGHT)
  count(headings, HEADINGS_WEIGHT)
  count(content, CONTENT_WEIGHT)
  return { uses, length }
}

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

/** Orders ties, so that the result does not depend on how passages are divided into segments. */
export const byId = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** The passage of a vector, by the vector’s index. */
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

/** Estimated memory of a term, including its entry in the table. */
const TERM_BYTES = 80
const ID_BYTES = 64

const COUNTED = ['passagesOf', 'frequencies', 'vectors', 'lengths', 'documentOf', 'offsets', 'signs'] as const

/** Estimated memory of a segment, in bytes. */
export const bytesOf = (segment: Segment) =>
  COUNTED.reduce((sum, name) => sum + segment[name].byteLength, 0) +
  segment.terms.size * TERM_BYTES +
  segment.ids.length * ID_BYTES
