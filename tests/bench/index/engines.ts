import { mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { S3Settings } from '../../../server/kernel/config/s3.ts'
import { createBucket } from '../../../server/kernel/files/bucket.ts'
import { createIndexes } from '../../../server/knowledge/retrieval/index/indexes.ts'
import type { IndexedDocument } from '../../../server/knowledge/retrieval/index/passage-index.ts'
import {
  type IndexHits,
  type IndexQuery,
  searchIn,
} from '../../../server/knowledge/retrieval/index/search-in.ts'
import { createSharedSnapshots } from '../../../server/knowledge/retrieval/shared-snapshots.ts'

export type EngineName = 'own' | 'LanceDB'
/** Where an index is kept; with a bucket, the folder is empty at first, and the bucket holds what was shared. */
export type Place = { folder: string; dimensions: number; s3: S3Settings | null }

type Engine = {
  put: (documents: IndexedDocument[]) => Promise<unknown>
  search: (query: IndexQuery) => Promise<IndexHits>
  /** Writes what was put, and takes what was deleted off the disk. */
  settle: () => Promise<unknown>
  /** Lets another process with an empty disk have it. */
  share: (s3: S3Settings) => Promise<unknown>
}

const BASE = 'base'
const FOLDER = 'bench'

const openOwn = async ({ folder, s3 }: Place, versions: [string, string][]): Promise<Engine> => {
  const indexes = createIndexes(Number.POSITIVE_INFINITY)
  const snapshot = path.join(folder, `${BASE}.index`)
  const shared = (settings: S3Settings) =>
    createSharedSnapshots(createBucket(settings), (error) => {
      throw error
    })
  if (s3) await shared(s3).fetch(BASE, 'state', snapshot)
  await indexes.answer({ kind: 'sync', base: BASE, snapshot, versions })
  return {
    put: (documents) => indexes.answer({ kind: 'put', base: BASE, documents }),
    search: (query) =>
      indexes.answer({ kind: 'search', bases: [BASE], query, closed: new Set() }) as Promise<IndexHits>,
    settle: () => indexes.answer({ kind: 'save', base: BASE, snapshot, state: 'state' }),
    share: (settings) => shared(settings).store(BASE, 'state', snapshot),
  }
}

const openLance = async (
  { folder, dimensions, s3 }: Place,
  versions: [string, string][],
): Promise<Engine> => {
  // Not every platform has its library.
  const { openLanceIndex } = await import('./lance-index.ts')
  const index = await openLanceIndex(s3 ? `s3://${s3.bucket}/${FOLDER}` : folder, BASE, dimensions, s3)
  await index.keep(new Map(versions))
  return {
    put: (documents) => index.put(documents),
    search: (query) => searchIn(new Map([[BASE, index]]), query),
    settle: () => index.compact(),
    async share(settings) {
      const bucket = createBucket(settings)
      for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const where = path.join(file.parentPath, file.name)
        if (file.isFile()) await bucket.put(`${FOLDER}/${path.relative(folder, where)}`, where)
      }
    },
  }
}

export const openEngine = (name: EngineName, place: Place, versions: [string, string][]) => {
  mkdirSync(place.folder, { recursive: true })
  return (name === 'own' ? openOwn : openLance)(place, versions)
}
