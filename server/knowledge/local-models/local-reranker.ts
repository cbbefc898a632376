import type { Worker } from 'node:worker_threads'
import { within } from '../../kernel/within.ts'
import { createWorkerCaller } from '../../kernel/worker-calls.ts'
import { type Reranker, rankedBy } from '../retrieval/reranker.ts'
import type { RankRequest } from './rank.worker.ts'

/** A search waits no longer for another order. */
const LIMIT = 10_000 // ms

/** Orders passages by a cross-encoder in a thread of its own; null where it fails or takes too long. */
export const createLocalReranker = (
  startWorker: () => Worker,
  { onFailure, limit = LIMIT }: { onFailure: (error: unknown) => void; limit?: number },
) => {
  const caller = createWorkerCaller<RankRequest, number[]>(startWorker, 'reranking')
  /** Calls that took too long and still run: no search waits behind them. */
  let late = 0

  const rerank: Reranker = async (question, texts) => {
    if (texts.length === 0 || late > 0) return null
    const scores = caller.call({ question, texts })
    try {
      return rankedBy(
        (await within(scores, limit, `no order within ${limit} ms`)).map((score, index) => ({
          index,
          score,
        })),
        'logits',
      )
    } catch (error) {
      late++
      scores.catch(() => {}).finally(() => late--)
      onFailure(error)
      return null
    }
  }
  return { rerank, close: () => caller.close() }
}
