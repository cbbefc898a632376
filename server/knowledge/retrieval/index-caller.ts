import type { Worker } from 'node:worker_threads'
import { createWorkerCaller } from '../../kernel/workers.ts'
import type { IndexRequest, IndexResults } from './index/indexes.ts'
import type { IndexedDocument } from './index/passage-index.ts'
import type { RewriteRequest } from './index/rewrites.ts'
import type { IndexHits, IndexQuery } from './index/search-in.ts'

/** Passages per batch; a search may have to wait for one batch. */
const BATCH_PASSAGES = 300

export type IndexCaller = ReturnType<typeof createIndexCaller>

/** Calls the index thread, which handles requests in order. */
export const createIndexCaller = (startWorker: () => Worker) => {
  const { call, ...caller } = createWorkerCaller<IndexRequest, unknown>(startWorker, 'index')
  return {
    ...caller,
    call: <Kind extends IndexRequest['kind']>(request: Extract<IndexRequest, { kind: Kind }>) =>
      call(request) as Promise<IndexResults[Kind]>,
  }
}

/** Searches knowledge bases that `load` loads into the thread; repeats both if an index was evicted in between. */
export const searchLoaded = async (
  caller: IndexCaller,
  {
    load,
    ...asked
  }: {
    bases: string[]
    query: IndexQuery
    closed: ReadonlySet<string>
    load: (absent: string[]) => Promise<unknown>
  },
): Promise<IndexHits> => {
  let absent: string[] = []
  for (;;) {
    await load(absent)
    const found = await caller.call<'search'>({ kind: 'search', ...asked })
    if (!('absent' in found)) return found
    absent = found.absent
  }
}

/** Splits documents into batches; `sizes` has the number of passages of each. */
function* batchesOf(ids: string[], sizes: Map<string, number>) {
  for (let at = 0; at < ids.length; ) {
    const batch: string[] = []
    for (let size = 0; at < ids.length && (size === 0 || size < BATCH_PASSAGES); at++) {
      const id = ids[at] as string
      batch.push(id)
      size += Math.max(1, sizes.get(id) ?? 0)
    }
    yield batch
  }
}

/** Brings an index in the thread up to date: removes other documents, and puts those that `read` returns for missing ones. */
export const fillIndex = async (
  caller: IndexCaller,
  {
    base,
    folder,
    documents,
    read,
    onBatch = () => {},
  }: {
    base: string
    folder: string | null
    /** With their numbers of passages. */
    documents: { id: string; version: string; passages: number }[]
    read: (ids: string[]) => Promise<IndexedDocument[]>
    onBatch?: (() => void) | undefined
  },
) => {
  const versions = documents.map(({ id, version }): [string, string] => [id, version])
  const { missing } = await caller.call<'sync'>({ kind: 'sync', base, folder, versions })
  const sizes = new Map(documents.map(({ id, passages }) => [id, passages]))
  for (const batch of batchesOf(missing, sizes)) {
    const loaded = await read(batch)
    if (loaded.length > 0) await caller.call<'put'>({ kind: 'put', base, documents: loaded })
    onBatch()
  }
}

/** Writes an index and compacts its segments with `rewrite`. Returns false if the thread no longer holds the index. */
export const writeIndex = async (
  save: Omit<Extract<IndexRequest, { kind: 'save' }>, 'kind'>,
  call: IndexCaller['call'],
  rewrite: (request: RewriteRequest) => Promise<(string | null)[]>,
): Promise<boolean> => {
  const { base, folder } = save
  const groups = await call<'save'>({ kind: 'save', ...save })
  if (!groups || groups.length === 0) return groups !== null
  const names = await rewrite({ folder, groups })
  for (const [place, group] of groups.entries()) {
    const name = names[place]
    if (name) await call<'replace'>({ kind: 'replace', base, folder, group, name })
  }
  return (await call<'save'>({ kind: 'save', ...save })) !== null
}
