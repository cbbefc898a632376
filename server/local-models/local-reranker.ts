import type { Worker } from 'node:worker_threads'
import { type Reranker, rankedBy } from '../retrieval/reranker.ts'
import type { RankReply, RankRequest } from './rank.worker.ts'

/** A search waits no longer for another order. */
const LIMIT = 10_000 // ms

/** Orders passages by a cross-encoder in a thread of its own; null where it fails or takes too long. */
export const createLocalReranker = (startWorker: () => Worker, onFailure: (error: unknown) => void) => {
  const waiting = new Map<number, { resolve: (scores: number[]) => void; reject: (error: Error) => void }>()
  let worker: Worker | null = null
  let calls = 0

  const fail = (error: Error) => {
    worker = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const start = () => {
    const started = startWorker()
    started.on('message', ({ call, scores }: RankReply) => {
      waiting.get(call)?.resolve(scores)
      waiting.delete(call)
    })
    started.on('error', fail)
    started.on('exit', () => {
      if (worker === started) fail(new Error('the reranking thread ended'))
    })
    return started
  }
  const ask = (question: string, texts: string[]) =>
    new Promise<number[]>((resolve, reject) => {
      worker ??= start()
      const call = ++calls
      waiting.set(call, { resolve, reject })
      setTimeout(() => {
        waiting.delete(call)
        reject(new Error(`no order within ${LIMIT} ms`))
      }, LIMIT).unref()
      worker.postMessage({ call, question, texts } satisfies RankRequest)
    })

  const rerank: Reranker = async (question, texts) => {
    if (texts.length === 0) return null
    try {
      return rankedBy(
        (await ask(question, texts)).map((score, index) => ({ index, score })),
        'logits',
      )
    } catch (error) {
      onFailure(error)
      return null
    }
  }
  return {
    rerank,
    async close() {
      const last = worker
      fail(new Error('the reranker was closed'))
      await last?.terminate()
    },
  }
}
