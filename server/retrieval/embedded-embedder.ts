import type { Worker } from 'node:worker_threads'
import type { EmbedReply, EmbedRequest } from './embed.worker.ts'
import { type Embedder, normalised } from './embedder.ts'

/** A batch takes about 0.1 s: no question waits longer than that for a document's passages. */
const BATCH_TEXTS = 8
const BATCH_LENGTH = 1_600
/** The model reads about 200 words; what lies behind costs time and blurs the vector. */
const TEXT_LENGTH = 1_600
/** Texts of questions and their answers whose vectors are remembered; 2 KiB each. */
const REMEMBERED = 2_000

type Job = { text: string; resolve: (vector: Float32Array) => void; reject: (error: Error) => void }

/** Universal Sentence Encoder (lite, English) in a worker thread; its weights are inside the package. */
export const createEmbeddedEmbedder = ({ startWorker }: { startWorker: () => Worker }): Embedder => {
  const waiting: Record<'now' | 'inTurn', Job[]> = { now: [], inTurn: [] }
  const recent = new Map<string, Promise<Float32Array>>()
  let running: Job[] = []
  let worker: Worker | null = null
  let closed = false

  const fail = (error: Error) => {
    worker = null
    for (const job of running.splice(0)) job.reject(error)
    next()
  }

  const start = () => {
    const started = startWorker()
    started.on('message', ({ vectors }: EmbedReply) => {
      running.splice(0).forEach((job, index) => {
        const vector = vectors[index]
        if (vector) job.resolve(normalised(vector))
        else job.reject(new Error('the embedding model gave too few vectors'))
      })
      next()
    })
    started.on('error', fail)
    started.on('exit', () => {
      if (worker === started) fail(new Error('the embedding thread ended'))
    })
    return started
  }

  const take = () => {
    const queue = waiting.now.length > 0 ? waiting.now : waiting.inTurn
    let length = 0
    let count = 0
    for (const { text } of queue) {
      length += text.length
      if (count === BATCH_TEXTS || (count > 0 && length > BATCH_LENGTH)) break
      count++
    }
    return queue.splice(0, count)
  }

  const next = () => {
    if (closed || running.length > 0) return
    running = take()
    if (running.length === 0) return
    worker ??= start()
    worker.postMessage({ texts: running.map(({ text }) => text) } satisfies EmbedRequest)
  }

  const queued = (text: string, urgency: 'now' | 'inTurn') =>
    new Promise<Float32Array>((resolve, reject) => {
      waiting[urgency].push({ text, resolve, reject })
    })

  const remembered = (text: string) => {
    const known = recent.get(text)
    if (known) return known
    const vector = queued(text, 'now')
    recent.set(text, vector)
    vector.catch(() => recent.delete(text))
    for (const oldest of recent.keys()) {
      if (recent.size <= REMEMBERED) break
      recent.delete(oldest)
    }
    return vector
  }

  return {
    model: 'universal-sentence-encoder-lite',
    languages: ['eng'],
    dimensions: () => 512,
    embed(texts, urgency) {
      const vectors = texts.map((text) => {
        // The model fails on a blank text, and with it the whole batch.
        const read = text.trim() === '' ? '.' : text.slice(0, TEXT_LENGTH)
        return urgency === 'now' ? remembered(read) : queued(read, urgency)
      })
      next()
      return Promise.all(vectors)
    },
    async close() {
      closed = true
      const gone = [...running.splice(0), ...waiting.now.splice(0), ...waiting.inTurn.splice(0)]
      for (const job of gone) job.reject(new Error('the embedder was closed'))
      const last = worker
      worker = null
      await last?.terminate()
    },
  }
}
