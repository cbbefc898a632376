import { randomUUID } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'
import { threadId } from 'node:worker_threads'
import { crc32 } from 'node:zlib'
import { MINUTE } from '../../../kernel/durations.ts'
import { type Segment, type SegmentDocument, sortedTerms } from './segment.ts'

/** Version of the file format. Increase it when terms, weights or segments change; files of other versions are ignored. */
const FORMAT = 9
const HEADER_BYTES = 16
/** Arrays are aligned, so that typed arrays can use the bytes of the file without a copy. */
const ALIGNMENT = 8
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

/** Header of a segment in a file. The bytes of its ids, terms and arrays follow; `bytes` has their lengths. */
type Description = Pick<Segment, 'model' | 'dimensions'> & {
  /** Missing in files that contain several segments. */
  name?: string
  documents: SegmentDocument[]
  bytes: number[]
}

/** A segment of an index, with the indexes of its deleted documents. */
export type Named = { name: string; dead: number[] }

/** Lists the segments in the folder of an index. `state` is the indexed state of the knowledge base; `id` is unique. */
export type Manifest = { id: string; state: string; segments: Named[] }
export const MANIFEST = `manifest-${FORMAT}`

/** The files in the folder of an index. */
export const fileNamesOf = ({ segments }: Pick<Manifest, 'segments'>) =>
  new Set([MANIFEST, ...segments.map(({ name }) => name)])

export const hasDead = ({ segments }: Manifest) => segments.some(({ dead }) => dead.length > 0)

const padded = (length: number) => Math.ceil(length / ALIGNMENT) * ALIGNMENT

/** Older drafts were left by a process that has ended. */
const DRAFT_AGE_MAX = 10 * MINUTE

/** Whether a file is a draft that another process is writing. Only the names of drafts contain a dot. */
export const isBeingWritten = (folder: string, file: string) => {
  if (!file.includes('.')) return false
  const there = statSync(path.join(folder, file), { throwIfNoEntry: false })
  return there !== undefined && Date.now() - there.mtimeMs < DRAFT_AGE_MAX
}

/** Writes a file atomically. */
const write = (file: string, description: unknown, parts: Buffer[]) => {
  const first = Buffer.from(JSON.stringify(description))
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

/** Parses a file: its description, and `take`, which returns its parts in order. Null if it is damaged or outdated. */
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
  return { description: JSON.parse(take(bytes.readUInt32LE(8)).toString()), take }
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

/** The segments of a file; empty if it is unusable, because they can be rebuilt from the database. */
export const readSegments = (file: string): Segment[] => {
  const read = parsed(bytesIn(file))
  return read ? read.description.segments.map((one: Description) => segmentOf(one, read.take)) : []
}

export const readSegment = (folder: string, { name, dead }: Named): Segment | null => {
  const [segment] = readSegments(path.join(folder, name))
  return segment ? { ...segment, dead: new Set(dead) } : null
}

/** Whether a file is complete and undamaged. */
export const isWhole = (bytes: Buffer) => parsed(bytes) !== null

export const writeManifest = (folder: string, manifest: Manifest) =>
  write(path.join(folder, MANIFEST), manifest, [])

/** Shared manifests are untrusted: file names must not lead out of the folder. */
const NAME = /^[0-9a-f-]{36}$/

export const manifestIn = (bytes: Buffer | null): Manifest | null => {
  const manifest: Manifest | undefined = parsed(bytes)?.description
  return manifest?.segments.every(({ name }) => NAME.test(name)) ? manifest : null
}

export const readManifest = (folder: string) => manifestIn(bytesIn(path.join(folder, MANIFEST)))
