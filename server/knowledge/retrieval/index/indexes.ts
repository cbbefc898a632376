import type { Named } from './files.ts'
import { createKeptIndex, type KeptIndex } from './kept.ts'
import type { IndexedDocument } from './passage-index.ts'
import { type IndexHits, type IndexQuery, searchIn } from './search-in.ts'

/** Indexes of knowledge bases that were not searched for longest make room for others beyond this size, in bytes. */
const BYTES_MAX = 384 * 1024 * 1024

export type IndexRequest =
  /** Says which of these documents the index lacks, or has in another version, and forgets all others. */
  | { kind: 'sync'; base: string; folder: string | null; versions: [id: string, version: string][] }
  | { kind: 'put'; base: string; documents: IndexedDocument[] }
  /** Writes it into its folder; a thorough one leaves nothing in there that was deleted. */
  | { kind: 'save'; base: string; folder: string; state: string; isThorough: boolean }
  /** Takes what was made of some of its segments in their place. */
  | { kind: 'replace'; base: string; folder: string; group: Named[]; name: string }
  /** Of `closed` documents nothing shows, in no figure either. */
  | { kind: 'search'; bases: string[]; query: IndexQuery; closed: ReadonlySet<string> }
  | { kind: 'drop'; base: string }
  /** Puts an index in the place of another one. */
  | { kind: 'rename'; from: string; to: string }

export type IndexResults = {
  sync: { missing: string[] }
  put: null
  /** Which segments are to be rewritten then; null where it is not held. */
  save: Named[][] | null
  replace: null
  /** Or which of the knowledge bases are not held, since others needed the room: they are to be synced again. */
  search: IndexHits | { absent: string[] }
  drop: null
  rename: null
}

/** The indexes of knowledge bases, by id, and what can be asked of them; they take up to `bytesMax` once they are searched. */
export const createIndexes = (bytesMax = BYTES_MAX) => {
  /** The one used last comes last. */
  const indexes = new Map<string, KeptIndex>()

  const get = (base: string) => {
    const kept = indexes.get(base) ?? createKeptIndex()
    indexes.delete(base)
    indexes.set(base, kept)
    return kept
  }

  /** What one search needs stays together: nothing goes before it has been searched, or while it is being filled. */
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
          // One that had to make room meanwhile is begun anew from what is on disk.
          if (indexes.has(request.base)) {
            get(request.base).index.put(request.documents)
            get(request.base).fill()
          }
          return null
        case 'save': {
          const groups = indexes.get(request.base)?.write(request.folder, request) ?? null
          // The next search needs it again, however large it is.
          makeRoom([request.base])
          return groups
        }
        case 'replace':
          indexes.get(request.base)?.takeRewritten(request.folder, request.group, request.name)
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
