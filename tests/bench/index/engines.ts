import { mkdirSync } from 'node:fs'
import type { S3Settings } from '../../../server/kernel/config/s3.ts'
import { createBucket } from '../../../server/kernel/files/bucket.ts'
import { createWorkerCaller, startWorker } from '../../../server/kernel/workers.ts'
import { createIndexes } from '../../../server/knowledge/retrieval/index/indexes.ts'
import type { IndexedDocument } from '../../../server/knowledge/retrieval/index/passage-index.ts'
import type { RewriteRequest } from '../../../server/knowledge/retrieval/index/rewrites.ts'
import type { IndexHits, IndexQuery } from '../../../server/knowledge/retrieval/index/search-in.ts'
import type { IndexCaller } from '../../../server/knowledge/retrieval/index-caller.ts'
import { writeIndex } from '../../../server/knowledge/retrieval/index-caller.ts'
import { createSharedSnapshots } from '../../../server/knowledge/retrieval/shared-snapshots.ts'

/** Where an index is kept; with a bucket, the folder is empty at first, and the bucket holds what was shared. */
export type Place = { base: string; folder: string; s3: S3Settings | null }

type Engine = {
  put: (documents: IndexedDocument[]) => Promise<unknown>
  search: (query: IndexQuery) => Promise<IndexHits>
  /** Writes what was put. */
  save: () => Promise<unknown>
  /** The same, and takes what was deleted off the disk. */
  settle: () => Promise<unknown>
  /** Lets another process with an empty disk have it. */
  share: (s3: S3Settings) => Promise<unknown>
}

/** As in a server, all of a process share the room in memory. */
const call = createIndexes().answer as IndexCaller['call']
// In a thread, as the server does it.
const rewriter = createWorkerCaller<RewriteRequest, (string | null)[]>(
  () => startWorker('knowledge/retrieval/rewrite'),
  'rewrite',
)

export const openEngine = async (
  { base, folder, s3 }: Place,
  versions: [string, string][],
): Promise<Engine> => {
  mkdirSync(folder, { recursive: true })
  const shared = (settings: S3Settings) =>
    createSharedSnapshots(createBucket(settings), (error) => {
      throw error
    })
  if (s3) await shared(s3).fetch(base, folder, () => true)
  const load = () => call<'sync'>({ kind: 'sync', base, folder, versions })
  await load()
  const save = { base, folder, state: 'state' }
  const search = async (query: IndexQuery): Promise<IndexHits> => {
    const found = await call<'search'>({ kind: 'search', bases: [base], query, closed: new Set() })
    if (!('absent' in found)) return found
    await load()
    return search(query)
  }
  return {
    put: (documents) => call<'put'>({ kind: 'put', base, documents }),
    search,
    save: () => writeIndex({ ...save, isThorough: false }, call, rewriter.call),
    settle: () => writeIndex({ ...save, isThorough: true }, call, rewriter.call),
    share: (settings) => shared(settings).store(base, folder),
  }
}
