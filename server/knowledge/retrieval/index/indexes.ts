import type { Named } from './files.ts'
import type { IndexedDocument } from './passage-index.ts'
import { createPersistentIndex, type PersistentIndex } from './persistent-index.ts'
import { type IndexHits, type IndexQuery, searchIn } from './search-in.ts'

/** Beyond this size in bytes, the least recently used indexes are evicted. */
const BYTES_MAX = 384 * 1024 * 1024

export type IndexRequest =
  /** Removes all other documents, and returns which of these are missing or outdated. */
  | { kind: 'sync'; base: string; folder: string | null; versions: [id: string, version: string][] }
  | { kind: 'put'; base: string; documents: IndexedDocument[] }
  /** Writes an index into its folder; `isThorough` also removes deleted content. */
  | { kind: 'save'; base: string; folder: string; state: string; isThorough: boolean }
  /** Replaces a group of segments by their merged segment. */
  | { kind: 'replace'; base: string; folder: string; group: Named[]; name: string }
  /** `closed` documents affect neither hits nor counts. */
  | { kind: 'search'; bases: string[]; query: IndexQuery; closed: ReadonlySet<string> }
  | { kind: 'drop'; base: string }
  /** Replaces the index `to` by the index `from`. */
  | { kind: 'rename'; from: string; to: string }

export type IndexResults = {
  sync: { missing: string[] }
  put: null
  /** Groups of segments to rewrite; null if the index was evicted. */
  save: Named[][] | null
  replace: null
  /** `absent`: knowledge bases whose indexes were evicted and must be synced again. */
  search: IndexHits | { absent: string[] }
  drop: null
  rename: null
}

/** Holds the indexes of knowledge bases by id, and answers requests. After a search, they use up to `bytesMax` bytes. */
export const createIndexes = (bytesMax = BYTES_MAX) => {
  /** Least recently used first. */
  const indexes = new Map<string, PersistentIndex>()

  const get = (base: string) => {
    const kept = indexes.get(base) ?? createPersistentIndex()
    indexes.delete(base)
    indexes.set(base, kept)
    return kept
  }

  /** Evicts indexes, except those that the current search needs and those that are being filled. */
  const makeRoom = (needed: readonly string[]) => {
    let bytes = [...indexes.values()].reduce((sum, { index }) => sum + index.bytes(), 0)
    for (const [base, { index, isAhead }] of indexes) {
      if (bytes <= bytesMax) return
      if (needed.includes(base) || isAhead()) continue
      indexes.delete(base)
      bytes -= index.bytes()
    }
  }

  const sync = ({ base, folder, versions }: Extract<IndexRequest, { kind: 'sync' }>) => {
    const kept = get(base)
    if (folder) kept.read(folder)
    kept.index.keep(new Map(versions))
    const known = kept.index.versions()
    const missing = versions.flatMap(([id]) => (known.has(id) ? [] : [id]))
    if (missing.length > 0) kept.fill()
    return { missing }
  }

  return {
    async answer(request: IndexRequest): Promise<IndexResults[IndexRequest['kind']]> {
      switch (request.kind) {
        case 'sync':
          return sync(request)
        case 'put':
          // If it was evicted, the next sync reads it from the disk again.
          if (indexes.has(request.base)) {
            get(request.base).index.put(request.documents)
            get(request.base).fill()
          }
          return null
        case 'save': {
          const groups = indexes.get(request.base)?.write(request.folder, request) ?? null
          // Keep it even if it is too large, because the next search needs it.
          makeRoom([request.base])
          return groups
        }
        case 'replace':
          indexes.get(request.base)?.replaceRewritten(request.folder, request.group, request.name)
          return null
        case 'search': {
          const absent = request.bases.filter((base) => !indexes.has(base))
          if (absent.length > 0) return { absent }
          const seen = request.bases.map((base) => [base, get(base).index.without(request.closed)] as const)
          const hits = await searchIn(new Map(seen), request.query)
          makeRoom(request.bases)
          return hits
        }
        case 'drop':
          indexes.delete(request.base)
          return null
        case 'rename': {
          const kept = get(request.from)
          kept.replaceOnDisk()
          indexes.set(request.to, kept)
          indexes.delete(request.from)
          return null
        }
      }
    },
  }
}
