import type { Worker } from 'node:worker_threads'
import { createWorkerCaller } from '../../kernel/workers.ts'
import type { IndexRequest, IndexResults } from './index/indexes.ts'
import type { IndexHits, IndexQuery } from './index/search-in.ts'

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
