import type { IndexedDocument } from './passage-index.ts'
import { type IndexHits, type IndexQuery, searchIn } from './search-in.ts'
import { mergeSegments } from './segment.ts'
import { createSegmentIndex, type SegmentIndex } from './segment-index.ts'
import { readSnapshot, writeSnapshot } from './snapshot.ts'

/** Indexes of knowledge bases that were not searched for longest make room for others beyond this size, in bytes. */
const BYTES_MAX = 384 * 1024 * 1024

export type IndexRequest =
  /** Says which of these documents the index lacks, or has in another version, and forgets all others. */
  | { kind: 'sync'; base: string; snapshot: string | null; versions: [id: string, version: string][] }
  | { kind: 'put'; base: string; documents: IndexedDocument[] }
  | { kind: 'save'; base: string; snapshot: string; state: string }
  /** Of `closed` documents nothing shows, in no figure either. */
  | { kind: 'search'; bases: string[]; query: IndexQuery; closed: ReadonlySet<string> }
  | { kind: 'drop'; base: string }
  /** Puts an index in the place of another one. */
  | { kind: 'rename'; from: string; to: string }

export type IndexResults = {
  sync: { missing: string[] }
  put: null
  /** Whether there was anything to write. */
  save: { isSaved: boolean }
  /** Or which of the knowledge bases are not held, since others needed the room: they are to be synced again. */
  search: IndexHits | { absent: string[] }
  drop: null
  rename: null
}

/** The indexes of knowledge bases, by id, and what can be asked of them; they take up to `bytesMax` once they are searched. */
export const createIndexes = (bytesMax = BYTES_MAX) => {
  /** The one used last comes last. */
  const indexes = new Map<string, SegmentIndex>()

  const get = (base: string) => {
    const index = indexes.get(base) ?? createSegmentIndex()
    indexes.delete(base)
    indexes.set(base, index)
    return index
  }

  /** What one search needs stays together: nothing goes before it has been searched. */
  const makeRoom = (needed: readonly string[]) => {
    let bytes = [...indexes.values()].reduce((sum, index) => sum + index.bytes(), 0)
    for (const [base, index] of indexes) {
      if (bytes <= bytesMax) return
      if (needed.includes(base)) continue
      indexes.delete(base)
      bytes -= index.bytes()
    }
  }

  const sync = ({ base, snapshot, versions }: Extract<IndexRequest, { kind: 'sync' }>) => {
    if (!indexes.has(base) && snapshot) {
      const segments = readSnapshot(snapshot)
      if (segments) indexes.set(base, createSegmentIndex(segments))
    }
    const index = get(base)
    const wanted = new Map(versions)
    index.keep(wanted)
    const known = index.versions()
    return { missing: versions.flatMap(([id]) => (known.has(id) ? [] : [id])) }
  }

  return {
    async answer(request: IndexRequest): Promise<IndexResults[IndexRequest['kind']]> {
      switch (request.kind) {
        case 'sync':
          return sync(request)
        case 'put':
          get(request.base).put(request.documents)
          return null
        case 'save': {
          const index = indexes.get(request.base)
          if (!index) return { isSaved: false }
          // What was deleted is not kept on disk.
          writeSnapshot(
            request.snapshot,
            index.segments().map((segment) => (segment.dead.size > 0 ? mergeSegments([segment]) : segment)),
            request.state,
          )
          // The next search needs it again, however large it is.
          makeRoom([request.base])
          return { isSaved: true }
        }
        case 'search': {
          const absent = request.bases.filter((base) => !indexes.has(base))
          if (absent.length > 0) return { absent }
          const seen = request.bases.map((base) => [base, get(base).without(request.closed)] as const)
          const hits = await searchIn(new Map(seen), request.query)
          makeRoom(request.bases)
          return hits
        }
        case 'drop':
          indexes.delete(request.base)
          return null
        case 'rename':
          indexes.set(request.to, get(request.from))
          indexes.delete(request.from)
          return null
      }
    },
  }
}
