import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { threadId } from 'node:worker_threads'
import { crc32 } from 'node:zlib'
import type { Segment } from './segment.ts'

/** Another number for whatever changes terms, weights or the shape of a segment: older files are not read. */
const FORMAT = 2
const HEADER_BYTES = 8

/** Writes segments into a file, whole or not at all. */
export const writeSnapshot = (file: string, segments: Segment[]) => {
  const body = serialize(segments)
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32LE(FORMAT, 0)
  header.writeUInt32LE(crc32(body), 4)
  mkdirSync(path.dirname(file), { recursive: true })
  const part = `${file}.${process.pid}.${threadId}`
  writeFileSync(part, Buffer.concat([header, body]))
  renameSync(part, file)
}

/** What was written; null where there is nothing that can be used, since all of it can be made anew. */
export const readSnapshot = (file: string): Segment[] | null => {
  try {
    const bytes = readFileSync(file)
    const body = bytes.subarray(HEADER_BYTES)
    if (bytes.readUInt32LE(0) !== FORMAT || bytes.readUInt32LE(4) !== crc32(body)) return null
    return deserialize(body) as Segment[]
  } catch {
    return null
  }
}
