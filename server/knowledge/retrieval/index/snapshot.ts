import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { threadId } from 'node:worker_threads'
import { crc32 } from 'node:zlib'
import { type Segment, type SegmentDocument, sortedTerms } from './segment.ts'

/** Another number for whatever changes terms, weights or the shape of a segment: older files are not read. */
export const SNAPSHOT_FORMAT = 5
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
  signs: Uint32Array,
} as const
type ArrayName = keyof typeof ARRAYS
const NAMES = Object.keys(ARRAYS) as ArrayName[]

/** What a file says of a segment; the bytes of its ids, its terms and its arrays follow one after the other. */
type Description = Pick<Segment, 'model' | 'dimensions'> & { documents: SegmentDocument[]; bytes: number[] }
/** `state` is that of the knowledge base that was indexed. */
type Contents = { state: string; segments: Description[] }

const padded = (length: number) => Math.ceil(length / ALIGNED) * ALIGNED

const partsOf = (segment: Segment): Buffer[] => [
  Buffer.from(segment.ids.join(SEPARATOR)),
  Buffer.from([...segment.terms.keys()].join(SEPARATOR)),
  ...NAMES.map((name) => {
    const { buffer, byteOffset, byteLength } = segment[name]
    return Buffer.from(buffer, byteOffset, byteLength)
  }),
]

/** Writes segments into a file, whole or not at all. What is dead in them must have been merged away. */
export const writeSnapshot = (file: string, segments: Segment[], state = '') => {
  const parts = segments.map(partsOf)
  const descriptions = segments.map(
    ({ documents, model, dimensions }, index): Description => ({
      documents,
      model,
      dimensions,
      bytes: (parts[index] as Buffer[]).map(({ length }) => length),
    }),
  )
  const said = Buffer.from(JSON.stringify({ state, segments: descriptions } satisfies Contents))
  const body = [said, ...parts.flat()].flatMap((part) => [
    part,
    Buffer.alloc(padded(part.length) - part.length),
  ])
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32LE(SNAPSHOT_FORMAT, 0)
  header.writeUInt32LE(
    body.reduce((sum, part) => crc32(part, sum), 0),
    4,
  )
  header.writeUInt32LE(said.length, 8)
  mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}.${threadId}`
  const descriptor = openSync(draft, 'w')
  try {
    for (const part of [header, ...body]) writeSync(descriptor, part)
  } finally {
    closeSync(descriptor)
  }
  renameSync(draft, file)
}

const readSegment = (
  { documents, model, dimensions, bytes }: Description,
  take: (length: number) => Buffer,
) => {
  const lines = () => {
    const text = take(bytes[at++] as number).toString()
    return text === '' ? [] : text.split(SEPARATOR)
  }
  let at = 0
  const ids = lines()
  const terms = sortedTerms(lines())
  const arrays = NAMES.map((name) => {
    const part = take(bytes[at++] as number)
    const Numbers = ARRAYS[name]
    return [
      name,
      new Numbers(part.buffer as ArrayBuffer, part.byteOffset, part.length / Numbers.BYTES_PER_ELEMENT),
    ]
  })
  return {
    documents,
    dead: new Set(),
    ids,
    terms,
    model,
    dimensions,
    ...Object.fromEntries(arrays),
  } as Segment
}

/** What was written; null where there is nothing that can be used, since all of it can be made anew. */
export const readSnapshot = (file: string): Segment[] | null => {
  try {
    const bytes = readFileSync(file)
    if (
      bytes.readUInt32LE(0) !== SNAPSHOT_FORMAT ||
      bytes.readUInt32LE(4) !== crc32(bytes.subarray(HEADER_BYTES))
    )
      return null
    let at = HEADER_BYTES
    const take = (length: number) => {
      const part = bytes.subarray(at, at + length)
      at += padded(length)
      return part
    }
    const contents: Contents = JSON.parse(take(bytes.readUInt32LE(8)).toString())
    return contents.segments.map((description) => readSegment(description, take))
  } catch {
    return null
  }
}

/** Which state of its knowledge base a file holds; null where it cannot be told. Reads no more than that. */
export const snapshotState = async (file: string): Promise<string | null> => {
  const handle = await open(file).catch(() => null)
  try {
    if (!handle) return null
    const header = Buffer.alloc(HEADER_BYTES)
    await handle.read(header, 0, HEADER_BYTES, 0)
    if (header.readUInt32LE(0) !== SNAPSHOT_FORMAT) return null
    const said = Buffer.alloc(header.readUInt32LE(8))
    await handle.read(said, 0, said.length, HEADER_BYTES)
    const { state }: Contents = JSON.parse(said.toString())
    return state
  } catch {
    return null
  } finally {
    await handle?.close()
  }
}
