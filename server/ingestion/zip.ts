import { inflateRawSync } from 'node:zlib'
import { failure } from './failure.ts'

const ENTRIES_MAX = 5_000
const UNPACKED_MAX = 100 * 1024 * 1024
/** XML grows tenfold in memory once it is parsed. */
const XML_UNPACKED_MAX = 30 * 1024 * 1024

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_ENTRY = 0x04034b50

type Entry = { name: string; method: number; packed: number; offset: number }

const entriesOf = (zip: Buffer): Entry[] => {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || zip.readUInt32LE(end) !== END_OF_DIRECTORY) throw failure('damaged_file')
  const count = zip.readUInt16LE(end + 10)
  if (count > ENTRIES_MAX) throw failure('too_large_when_unpacked')
  const entries: Entry[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw failure('damaged_file')
    const nameLength = zip.readUInt16LE(at + 28)
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      method: zip.readUInt16LE(at + 10),
      packed: zip.readUInt32LE(at + 20),
      offset: zip.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return entries
}

/** Bytes of an entry once unpacked, counted by unpacking it and never by what the archive says of itself. */
const unpackedSize = (zip: Buffer, entry: Entry, limit: number) => {
  if (zip.readUInt32LE(entry.offset) !== LOCAL_ENTRY) throw failure('damaged_file')
  const start = entry.offset + 30 + zip.readUInt16LE(entry.offset + 26) + zip.readUInt16LE(entry.offset + 28)
  if (entry.method === 0) return entry.packed
  const packed = zip.subarray(start, start + entry.packed)
  try {
    return inflateRawSync(packed, { maxOutputLength: limit + 1 }).length
  } catch (error) {
    const tooLarge =
      error instanceof RangeError || (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw failure(tooLarge ? 'too_large_when_unpacked' : 'damaged_file')
  }
}

/** Throws for an archive that is damaged, or too large once unpacked. */
export const checkArchive = (zip: Buffer) => {
  try {
    let unpacked = 0
    let xml = 0
    for (const entry of entriesOf(zip)) {
      const size = unpackedSize(zip, entry, UNPACKED_MAX - unpacked)
      unpacked += size
      if (/\.(xml|rels)$/i.test(entry.name)) xml += size
      if (unpacked > UNPACKED_MAX || xml > XML_UNPACKED_MAX) throw failure('too_large_when_unpacked')
    }
  } catch (error) {
    if (error instanceof RangeError) throw failure('damaged_file')
    throw error
  }
}
