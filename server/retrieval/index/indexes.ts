import {
  createPassageIndex,
  type IndexHits,
  type IndexQuery,
  type PassageIndex,
  searchIn,
} from './passage-index.ts'
import { type IndexedDocument, mergeSegments } from './segment.ts'
import { readSnapshot, writeSnapshot } from './snapshot.ts'

/** Indexes of knowledge bases that were not searched for longest make room for others beyond this size, in bytes. */
const BYTES_MAX = 384 * 1024 * 1024

export type IndexRequest =
  /** Says which of these documents the index lacks, or has in another version, and forgets all others. */
  | { kind: 'sync'; base: string; snapshot: string | null; versions: [id: string, version: string][] }
  | { kind: 'put'; base: string; documents: IndexedDocument[] }
  | { kind: 'save'; base: string; snapshot: string; state: string }
  | { kind: 'search'; bases: string[]; query: IndexQuery }
  | { kind: 'drop'; base: string }
  /** Puts an index in the place of another one. */
  | { kind: 'rename'; from: string; to: string }

export type IndexResults = {
  sync: { missing: string[] }
  put: null
  save: null
  search: IndexHits
  drop: null
  rename: null
}

/** The indexes of knowledge bases, by id, and what can be asked of them. */
export const createIndexes = () => {
  /** The one used last comes last. */
  const indexes = new Map<string, PassageIndex>()

  const get = (base: string) => {
    const index = indexes.get(base) ?? createPassageIndex()
    indexes.delete(base)
    indexes.set(base, index)
    return index
  }

  const makeRoom = () => {
    let bytes = [...indexes.values()].reduce((sum, index) => sum + index.bytes(), 0)
    for (const [base, index] of indexes) {
      if (bytes <= BYTES_MAX || indexes.size === 1) return
      indexes.delete(base)
      bytes -= index.bytes()
    }
  }

  const sync = ({ base, snapshot, versions }: Extract<IndexRequest, { kind: 'sync' }>) => {
    if (!indexes.has(base) && snapshot) {
      const segments = readSnapshot(snapshot)
      if (segments) indexes.set(base, createPassageIndex(segments))
    }
    const index = get(base)
    const wanted = new Map(versions)
    index.keep(wanted)
    const known = index.versions()
    makeRoom()
    return { missing: versions.flatMap(([id]) => (known.has(id) ? [] : [id])) }
  }

  return {
    answer(request: IndexRequest): IndexResults[IndexRequest['kind']] {
      switch (request.kind) {
        case 'sync':
          return sync(request)
        case 'put':
          get(request.base).put(request.documents)
          makeRoom()
          return null
        case 'save':
          // What was deleted is not kept on disk.
          writeSnapshot(
            request.snapshot,
            get(request.base)
              .segments()
              .map((segment) => (segment.dead.size > 0 ? mergeSegments([segment]) : segment)),
            request.state,
          )
          return null
        case 'search':
          return searchIn(new Map(request.bases.map((base) => [base, get(base)])), request.query)
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
