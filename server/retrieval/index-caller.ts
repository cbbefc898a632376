import type { Worker } from 'node:worker_threads'
import type { IndexRequest, IndexResults } from './index/indexes.ts'
import type { IndexHits, IndexQuery } from './index/passage-index.ts'
import type { IndexCall, IndexReply } from './index.worker.ts'

export type IndexCaller = ReturnType<typeof createIndexCaller>

/** A worker thread that answers calls in their order; a call fails when the thread ends. */
export const createIndexCaller = (startWorker: () => Worker) => {
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  let worker: Worker | null = null
  let calls = 0
  let generation = 0

  const fail = (error: Error) => {
    worker = null
    generation++
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const start = () => {
    const started = startWorker()
    started.on('message', ({ call, result, error }: IndexReply) => {
      const caller = waiting.get(call)
      waiting.delete(call)
      if (error === undefined) caller?.resolve(result as never)
      else caller?.reject(new Error(error))
    })
    started.on('error', fail)
    started.on('exit', () => {
      if (worker === started) fail(new Error('the index thread ended'))
    })
    return started
  }
  return {
    /** Another number after the thread has ended, and with it all that it knew. */
    generation: () => generation,
    call: <Kind extends IndexRequest['kind']>(request: Extract<IndexRequest, { kind: Kind }>) =>
      new Promise<IndexResults[Kind]>((resolve, reject) => {
        worker ??= start()
        waiting.set(++calls, { resolve, reject })
        worker.postMessage({ ...request, call: calls } satisfies IndexCall)
      }),
    async close() {
      const last = worker
      worker = null
      fail(new Error('the index was closed'))
      await last?.terminate()
    },
  }
}

/** Searches knowledge bases that `load` brings into the thread, once more where others took their room meanwhile. */
export const searchLoaded = async (
  caller: IndexCaller,
  {
    bases,
    query,
    load,
  }: { bases: string[]; query: IndexQuery; load: (absent: string[]) => Promise<unknown> },
): Promise<IndexHits> => {
  let absent: string[] = []
  for (;;) {
    await load(absent)
    const found = await caller.call<'search'>({ kind: 'search', bases, query })
    if (!('absent' in found)) return found
    absent = found.absent
  }
}
