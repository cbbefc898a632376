import { randomUUID } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'
import { threadId } from 'node:worker_threads'
import { crc32 } from 'node:zlib'
import { type Segment, type SegmentDocument, sortedTerms } from './segment.ts'

/** Another number for whatever changes terms, weights or the shape of a segment: older files are not read. */
export const FORMAT = 6
const HEADER_BYTES = 16
/** Numbers begin at multiples of this, so that they are used where they lie in the file's bytes, without a copy. */
const ALIGNED = 8
const SEPARATOR = '\n'

const ARRAYS = {
  documentOf: Uint32Array,
  lengths: Uint16Array,
  offsets: Uint32Array,
  passagesOf: Uint32Array,
  frequencies: Uint8Array,
  vectors: Int8Array,
  scales: Float32Array,
  partOf: Uint32Array,
  signs: Uint32Array,
} as const
type ArrayName = keyof typeof ARRAYS
const NAMES = Object.keys(ARRAYS) as ArrayName[]

/** What a file says of a segment; the bytes of its ids, its terms and its arrays follow one after the other. */
type Description = Pick<Segment, 'model' | 'dimensions'> & {
  /** Not in files of versions that kept all segments of a knowledge base in one. */
  name?: string
  documents: SegmentDocument[]
  bytes: number[]
}

/** A segment that is part of an index, with the places of its documents that are not. */
export type Named = { name: string; dead: number[] }

/** What the folder of an index holds. `state` is that of the knowledge base that was indexed; `id` is new with each. */
export type Manifest = { id: string; state: string; segments: Named[] }
export const MANIFEST = `manifest-${FORMAT}`

export const hasDead = ({ segments }: Manifest) => segments.some(({ dead }) => dead.length > 0)

const padded = (length: number) => Math.ceil(length / ALIGNED) * ALIGNED

/** A file is whole after so long, or the process that was writing it is gone. */
const WRITTEN_WITHIN = 10 * 60_000 // ms

/** What another process writes there now, and is about to give its name, which has no dot. */
export const isBeingWritten = (folder: string, file: string) => {
  if (!file.includes('.')) return false
  const there = statSync(path.join(folder, file), { throwIfNoEntry: false })
  return there !== undefined && Date.now() - there.mtimeMs < WRITTEN_WITHIN
}

/** Writes a file, whole or not at all. */
const write = (file: string, said: unknown, parts: Buffer[]) => {
  const first = Buffer.from(JSON.stringify(said))
  const body = [first, ...parts].flatMap((part) => [part, Buffer.alloc(padded(part.length) - part.length)])
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32LE(FORMAT, 0)
  header.writeUInt32LE(
    body.reduce((sum, part) => crc32(part, sum), 0),
    4,
  )
  header.writeUInt32LE(first.length, 8)
  mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}.${threadId}`
  const descriptor = openSync(draft, 'w', 0o600)
  try {
    for (const part of [header, ...body]) writeSync(descriptor, part)
  } finally {
    closeSync(descriptor)
  }
  renameSync(draft, file)
}

/** What a file says, and its parts one after the other; null where it is damaged, or of another format. */
const parsed = (bytes: Buffer | null) => {
  if (
    !bytes ||
    bytes.length < HEADER_BYTES ||
    bytes.readUInt32LE(0) !== FORMAT ||
    bytes.readUInt32LE(4) !== crc32(bytes.subarray(HEADER_BYTES))
  )
    return null
  let at = HEADER_BYTES
  const take = (length: number) => {
    const part = bytes.subarray(at, at + length)
    at += padded(length)
    return part
  }
  return { said: JSON.parse(take(bytes.readUInt32LE(8)).toString()), take }
}

const bytesIn = (file: string) => {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}

const partsOf = (segment: Segment): Buffer[] => [
  Buffer.from(segment.ids.join(SEPARATOR)),
  Buffer.from([...segment.terms.keys()].join(SEPARATOR)),
  ...NAMES.map((name) => {
    const { buffer, byteOffset, byteLength } = segment[name]
    return Buffer.from(buffer, byteOffset, byteLength)
  }),
]

export const writeSegment = (folder: string, segment: Segment) => {
  const { name, documents, model, dimensions } = segment
  const parts = partsOf(segment)
  const description: Description = {
    name,
    documents,
    model,
    dimensions,
    bytes: parts.map(({ length }) => length),
  }
  write(path.join(folder, name), { segments: [description] }, parts)
}

const segmentOf = (
  { name = randomUUID(), documents, model, dimensions, bytes }: Description,
  take: (length: number) => Buffer,
) => {
  const lines = () => {
    const text = take(bytes[at++] as number).toString()
    return text === '' ? [] : text.split(SEPARATOR)
  }
  let at = 0
  const ids = lines()
  const terms = sortedTerms(lines())
  const arrays = NAMES.map((array) => {
    const part = take(bytes[at++] as number)
    const Numbers = ARRAYS[array]
    return [
      array,
      new Numbers(part.buffer as ArrayBuffer, part.byteOffset, part.length / Numbers.BYTES_PER_ELEMENT),
    ]
  })
  return {
    name,
    documents,
    dead: new Set(),
    ids,
    terms,
    model,
    dimensions,
    ...Object.fromEntries(arrays),
  } as Segment
}

/** The segments of a file; none where it cannot be used, since all of it can be made anew. */
export const readSegments = (file: string): Segment[] => {
  const read = parsed(bytesIn(file))
  return read ? read.said.segments.map((one: Description) => segmentOf(one, read.take)) : []
}

export const readSegment = (folder: string, { name, dead }: Named): Segment | null => {
  const [segment] = readSegments(path.join(folder, name))
  return segment ? { ...segment, dead: new Set(dead) } : null
}

/** Whether the bytes of a file are those that were written. */
export const isWhole = (bytes: Buffer) => parsed(bytes) !== null

export const writeManifest = (folder: string, manifest: Manifest) =>
  write(path.join(folder, MANIFEST), manifest, [])

/** Names of files come from what the processes share: none leads out of the folder. */
const NAME = /^[0-9a-f-]{36}$/

export const manifestIn = (bytes: Buffer | null): Manifest | null => {
  const manifest: Manifest | undefined = parsed(bytes)?.said
  return manifest?.segments.every(({ name }) => NAME.test(name)) ? manifest : null
}

export const readManifest = (folder: string) => manifestIn(bytesIn(path.join(folder, MANIFEST)))
