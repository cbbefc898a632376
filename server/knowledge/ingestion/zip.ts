import { failure } from '../../kernel/texts/reasons.ts'
import { UnpackedTooLarge, unpackAtOnce } from '../../kernel/unpacking/at-once.ts'
import { directoryOf, type Entry, localHeaderOf } from './zip-structure.ts'

const ENTRIES_MAX = 5_000
const UNPACKED_MAX = 100 * 1024 * 1024
/** XML grows tenfold in memory once it is parsed. */
const XML_UNPACKED_MAX = 30 * 1024 * 1024

const STORED = 0
const DEFLATED = 8

const damaged = () => failure('damaged_file')

/** Unpacked bytes of an entry, measured by unpacking it and never taken from the archive's own figures. */
const unpackedSize = (packed: Buffer, { method, unpacked }: Entry, limit: number) => {
  if (method === STORED) {
    if (packed.length !== unpacked) throw damaged()
    return packed.length
  }
  try {
    const { content, read } = unpackAtOnce(packed, 'deflate', limit + 1)
    if (read !== packed.length || content.length !== unpacked) throw damaged()
    return content.length
  } catch (error) {
    throw error instanceof UnpackedTooLarge ? failure('too_large_when_unpacked') : damaged()
  }
}

const MARKUP = /\.(?:xml|rels|x?html?|opf|ncx)$/

/** A name that points outside the archive. */
const leaves = (name: string) => name.startsWith('/') || name.split(/[/\\]/).includes('..')

export type Archive = {
  /** The content of an entry, or null if there is none with this name. */
  read: (name: string) => Buffer | null
}

/**
 * Reads an archive by its central directory and by the local file headers, and throws if they disagree, because
 * another program might read different content. It also throws for an archive that is too large when unpacked,
 * and for overlapping entries.
 */
export const openArchive = (zip: Buffer): Archive => {
  const { entries, start: directory } = directoryOf(zip)
  if (entries.length > ENTRIES_MAX) throw failure('too_large_when_unpacked')
  const names = new Set(entries.map(({ name }) => name.toLowerCase()))
  if (names.size !== entries.length || entries.some(({ name, isLink }) => isLink || leaves(name)))
    throw damaged()
  const packed = new Map<string, { content: Buffer; method: number }>()
  let end = 0
  let unpacked = 0
  let xml = 0
  for (const entry of [...entries].sort((one, other) => one.offset - other.offset)) {
    const local = localHeaderOf(zip, entry)
    // Padding between entries is allowed, but not an entry missing from the directory.
    if (entry.offset < end || holdsEntry(zip.subarray(end, entry.offset))) throw damaged()
    end = local.end
    if (end > directory || (entry.method !== STORED && entry.method !== DEFLATED)) throw damaged()
    const size = unpackedSize(local.packed, entry, UNPACKED_MAX - unpacked)
    unpacked += size
    if (MARKUP.test(entry.name.toLowerCase())) xml += size
    if (unpacked > UNPACKED_MAX || xml > XML_UNPACKED_MAX) throw failure('too_large_when_unpacked')
    packed.set(entry.name, { content: local.packed, method: entry.method })
  }
  if (holdsEntry(zip.subarray(end, directory))) throw damaged()
  return {
    read(name) {
      const entry = packed.get(name)
      if (!entry) return null
      return entry.method === STORED
        ? entry.content
        : unpackAtOnce(entry.content, 'deflate', UNPACKED_MAX).content
    },
  }
}

const holdsEntry = (gap: Buffer) => gap.includes('PK\x03\x04', 0, 'latin1')
