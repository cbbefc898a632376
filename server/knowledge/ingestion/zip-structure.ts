import { failure } from '../../kernel/texts/reasons.ts'

/** An entry as the central directory describes it. */
export type Entry = {
  name: string
  rawName: Buffer
  method: number
  crc: number
  packed: number
  unpacked: number
  /** Position of its local header. */
  offset: number
  isLink: boolean
}

const LOCAL_HEADER = 0x04034b50
const DIRECTORY_HEADER = 0x02014b50
const DIRECTORY_END = 0x06054b50
const DIRECTORY_END_64 = 0x06064b50
const LOCATOR_64 = 0x07064b50
const DESCRIPTOR = 0x08074b50

const LOCAL_LENGTH = 30
const DIRECTORY_LENGTH = 46
const END_LENGTH = 22
const LOCATOR_LENGTH = 20
const END_64_LENGTH = 56

const EXTRA_64 = 1
const ELSEWHERE = 0xffffffff
const ENCRYPTED = 1
const SIZES_FOLLOW = 8
const MADE_ON_UNIX = 3
const LINK_MODE = 0o120000
const KIND_OF_MODE = 0o170000

/** Throws if the bytes are missing or invalid. */
const reading = <Result>(read: () => Result): Result => {
  try {
    return read()
  } catch {
    throw failure('damaged_file')
  }
}
const must = (condition: boolean) => {
  if (!condition) throw failure('damaged_file')
}
const number64 = (bytes: Buffer, at: number) => {
  const value = Number(bytes.readBigUInt64LE(at))
  must(Number.isSafeInteger(value))
  return value
}

/** Sizes in a ZIP64 field, in order. */
const extra64 = (extra: Buffer): Buffer => {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === EXTRA_64)
      return extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
  return Buffer.alloc(0)
}

/** Each 32-bit value as it is, or from the ZIP64 field. */
const widened = (extra: Buffer, values: number[]) => {
  const wide = extra64(extra)
  let at = 0
  return values.map((value) => {
    if (value !== ELSEWHERE) return value
    at += 8
    return number64(wide, at - 8)
  })
}

/** Count, length and position of the central directory; a ZIP64 record precedes the plain one. */
const placeOf = (zip: Buffer) => {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  must(end >= 0 && zip.readUInt32LE(end) === DIRECTORY_END && end + END_LENGTH <= zip.length)
  const onThisDisk = zip.readUInt16LE(end + 8)
  const plain = {
    count: zip.readUInt16LE(end + 10),
    length: zip.readUInt32LE(end + 12),
    start: zip.readUInt32LE(end + 16),
    end,
  }
  must(onThisDisk === plain.count)
  const locator = end - LOCATOR_LENGTH
  if (locator < 0 || zip.readUInt32LE(locator) !== LOCATOR_64) return plain
  const record = number64(zip, locator + 8)
  must(record + END_64_LENGTH <= locator && zip.readUInt32LE(record) === DIRECTORY_END_64)
  return {
    count: number64(zip, record + 32),
    length: number64(zip, record + 40),
    start: number64(zip, record + 48),
    end: record,
  }
}

/** Entries of the central directory, whose position and length must match the archive's figures exactly. */
export const directoryOf = (zip: Buffer): { entries: Entry[]; start: number } =>
  reading(() => {
    const { count, length, start, end } = placeOf(zip)
    must(start + length === end)
    const entries: Entry[] = []
    let at = start
    while (at < end) {
      must(zip.readUInt32LE(at) === DIRECTORY_HEADER)
      const names = at + DIRECTORY_LENGTH
      const extras = names + zip.readUInt16LE(at + 28)
      const comments = extras + zip.readUInt16LE(at + 30)
      const [unpacked = 0, packed = 0, offset = 0] = widened(zip.subarray(extras, comments), [
        zip.readUInt32LE(at + 24),
        zip.readUInt32LE(at + 20),
        zip.readUInt32LE(at + 42),
      ])
      const rawName = zip.subarray(names, extras)
      entries.push({
        name: rawName.toString(),
        rawName,
        method: zip.readUInt16LE(at + 10),
        crc: zip.readUInt32LE(at + 16),
        packed,
        unpacked,
        offset,
        isLink: zip[at + 5] === MADE_ON_UNIX && (zip.readUInt16LE(at + 40) & KIND_OF_MODE) === LINK_MODE,
      })
      at = comments + zip.readUInt16LE(at + 32)
    }
    must(at === end && entries.length === count)
    return { entries, start }
  })

/** Data at an entry's position: its packed bytes, and where it ends. */
export const localHeaderOf = (zip: Buffer, entry: Entry): { packed: Buffer; end: number } =>
  reading(() => {
    const { offset, method, crc, packed, unpacked, rawName } = entry
    must(zip.readUInt32LE(offset) === LOCAL_HEADER)
    const flags = zip.readUInt16LE(offset + 6)
    must((flags & ENCRYPTED) === 0 && zip.readUInt16LE(offset + 8) === method)
    const names = offset + LOCAL_LENGTH
    const extras = names + zip.readUInt16LE(offset + 26)
    const start = extras + zip.readUInt16LE(offset + 28)
    const end = start + packed
    must(zip.subarray(names, extras).equals(rawName) && end <= zip.length)
    const [unpackedHere, packedHere] = widened(zip.subarray(extras, start), [
      zip.readUInt32LE(offset + 22),
      zip.readUInt32LE(offset + 18),
    ])
    const here = [unpackedHere, packedHere, zip.readUInt32LE(offset + 14)]
    const there = [unpacked, packed, crc]
    const follows = (flags & SIZES_FOLLOW) !== 0
    must(here.every((value, index) => value === there[index] || (follows && value === 0)))
    const content = zip.subarray(start, end)
    return { packed: content, end: follows ? end + descriptorLength(zip, end, entry) : end }
  })

/** A descriptor repeats checksum and sizes after the content: signature optional, sizes of 4 or 8 bytes. */
const descriptorLength = (zip: Buffer, at: number, { crc, packed, unpacked }: Entry) => {
  const signature = zip.readUInt32LE(at) === DESCRIPTOR ? 4 : 0
  const numbers = zip.subarray(at + signature)
  must(numbers.readUInt32LE(0) === crc)
  if (numbers.readUInt32LE(4) === packed && numbers.readUInt32LE(8) === unpacked) return signature + 12
  must(number64(numbers, 4) === packed && number64(numbers, 12) === unpacked)
  return signature + 20
}
