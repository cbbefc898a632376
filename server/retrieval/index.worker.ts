import { parentPort } from 'node:worker_threads'
import { createIndexes, type IndexRequest } from './index/indexes.ts'

export type IndexCall = IndexRequest & { call: number }
export type IndexReply = { call: number; result?: unknown; error?: string }

const indexes = createIndexes()

parentPort?.on('message', ({ call, ...request }: IndexCall) => {
  const reply = (message: Omit<IndexReply, 'call'>) =>
    parentPort?.postMessage({ call, ...message } satisfies IndexReply)
  try {
    reply({ result: indexes.answer(request) })
  } catch (error) {
    reply({ error: error instanceof Error ? error.message : String(error) })
  }
})
