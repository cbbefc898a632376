import type { Worker } from 'node:worker_threads'
import { within } from '../../kernel/within.ts'
import { createWorkerCaller } from '../../kernel/workers.ts'
import { type Reranker, rankedBy } from '../retrieval/reranker.ts'
import type { RankRequest } from './rank.worker.ts'

/** The search keeps its own order after this time. */
const LIMIT = 10_000 // ms

/** Reranks passages with a cross-encoder in a worker thread. The reranker resolves to null on failure or timeout. */
export const createLocalReranker = (
  startWorker: () => Worker,
  { onFailure, limit = LIMIT }: { onFailure: (error: unknown) => void; limit?: number },
) => {
  const caller = createWorkerCaller<RankRequest, number[]>(startWorker, 'reranking')
  /** Calls that timed out but still occupy the thread; searches do not queue behind them. */
  let timedOut = 0

  const rerank: Reranker = async (question, texts) => {
    if (texts.length === 0 || timedOut > 0) return null
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
      timedOut++
      scores.catch(() => {}).finally(() => timedOut--)
      onFailure(error)
      return null
    }
  }
  return { rerank, close: () => caller.close() }
}
