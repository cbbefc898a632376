import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { createWorkerCaller } from '../../kernel/workers.ts'
import { EMBEDDED_MODEL, type Embedder, type Matches, normalised } from './embedder.ts'
import type { EmbedRequest, EmbedWorkerOptions } from './embedding-thread.ts'

/** A batch takes about 0.1 s, which is the longest that a question waits for a batch of a document. */
const BATCH_TEXTS = 8
const BATCH_LENGTH = 1_600
/**
 * The first worker embeds questions before documents; the others embed only documents, so that no question waits for
 * a worker to load the model. Each worker uses about 150 MiB once it has loaded the model.
 */
const THREADS = Math.min(2, availableParallelism())
/** Cached vectors of questions and answers; 2 KiB each. */
const CACHE_SIZE = 2_000

/** Maximum length of the queue for `match`; later questions would time out. */
const MATCH_QUEUE_MAX = 8

type Asked<Result> = { resolve: (result: Result) => void; reject: (error: Error) => void }
type Job = { text: string } & Asked<Float32Array>
type Match = { question: string; passages: string[][] } & Asked<Matches[]>

/** A worker thread with the model, started by the first request. It calls `onFree` when it can take another request. */
const createModelThread = (startWorker: () => Worker, onFree: () => void) => {
  const caller = createWorkerCaller<EmbedRequest, Float32Array[] | Matches[]>(startWorker, 'embedding')
  let isFree = true

  const called = (request: EmbedRequest) => {
    isFree = false
    return caller.call(request).finally(() => {
      isFree = true
      onFree()
    })
  }
  return {
    isFree: () => isFree,
    match({ question, passages, resolve, reject }: Match) {
      called({ question, passages }).then((matches) => resolve(matches as Matches[]), reject)
    },
    run(jobs: Job[]) {
      called({ texts: jobs.map(({ text }) => text) })
        .then((made) => {
          const vectors = made as Float32Array[]
          for (const [index, job] of jobs.entries()) {
            const vector = vectors[index]
            if (vector) job.resolve(normalised(vector))
            else job.reject(new Error('the embedding model gave too few vectors'))
          }
        })
        .catch((error: Error) => {
          for (const job of jobs) job.reject(error)
        })
    },
    close: caller.close,
  }
}

const takeBatch = (queue: Job[]) => {
  let length = 0
  let count = 0
  for (const { text } of queue) {
    length += text.length
    if (count === BATCH_TEXTS || (count > 0 && length > BATCH_LENGTH)) break
    count++
  }
  return queue.splice(0, count)
}

type ThreadModel = Pick<Embedder, 'model' | 'languages' | 'partLength'> & {
  dimensions: number | null
  isMatching?: boolean
  /** Texts are truncated to this many characters, because longer texts take more time and have less precise vectors. */
  textLength: number
  prefixes: Record<'question' | 'passage', string>
}

/** Universal Sentence Encoder (lite, English); the package includes its weights. */
const OWN: ThreadModel = {
  ...EMBEDDED_MODEL,
  languages: ['eng'],
  textLength: 1_600,
  prefixes: { question: '', passage: '' },
}

/** Embeds texts in worker threads, with the embedded model by default. */
export const createEmbeddedEmbedder = ({
  startWorker,
  threads: count = THREADS,
  model: { prefixes, textLength, isMatching = false, ...model } = OWN,
}: {
  startWorker: (options: EmbedWorkerOptions) => Worker
  threads?: number
  model?: ThreadModel
}): Embedder => {
  const waiting: Record<'now' | 'inTurn', Job[]> = { now: [], inTurn: [] }
  const matching: Match[] = []
  const recent = new Map<string, Promise<Float32Array>>()
  let closed = false
  let { dimensions } = model

  const next = () => {
    if (closed) return
    for (const [place, thread] of threads.entries()) {
      if (!thread.isFree()) continue
      const match = place === 0 && waiting.now.length === 0 && matching.shift()
      if (match) {
        thread.match(match)
        continue
      }
      const queue = place === 0 && waiting.now.length > 0 ? waiting.now : waiting.inTurn
      const jobs = takeBatch(queue)
      if (jobs.length > 0) thread.run(jobs)
    }
  }
  const threads = Array.from({ length: count }, (_, place) =>
    createModelThread(
      () => startWorker({ isBackground: place > 0 }),
      () => next(),
    ),
  )

  const queued = (text: string, urgency: 'now' | 'inTurn') =>
    new Promise<Float32Array>((resolve, reject) => {
      waiting[urgency].push({ text, resolve, reject })
    })

  const cached = (text: string) => {
    const known = recent.get(text)
    if (known) return known
    const vector = queued(text, 'now')
    recent.set(text, vector)
    vector.catch(() => recent.delete(text))
    for (const oldest of recent.keys()) {
      if (recent.size <= CACHE_SIZE) break
      recent.delete(oldest)
    }
    return vector
  }

  return {
    ...model,
    dimensions: () => dimensions,
    async embed(texts, urgency, as = 'passage') {
      const vectors = texts.map((text) => {
        // A blank text would make the whole batch fail.
        const read = prefixes[as] + (text.trim() === '' ? '.' : text.slice(0, textLength))
        return urgency === 'now' ? cached(read) : queued(read, urgency)
      })
      next()
      const made = await Promise.all(vectors)
      dimensions ??= made[0]?.length ?? null
      return made
    },
    ...(isMatching && {
      match: (question: string, passages: string[][]) =>
        new Promise<Matches[]>((resolve, reject) => {
          if (matching.length === MATCH_QUEUE_MAX)
            return reject(new Error('too many questions wait for the model'))
          matching.push({ question, passages, resolve, reject })
          next()
        }),
    }),
    async close() {
      closed = true
      const error = new Error('the embedder was closed')
      const all = [...waiting.now.splice(0), ...waiting.inTurn.splice(0), ...matching.splice(0)]
      for (const { reject } of all) reject(error)
      await Promise.all(threads.map((thread) => thread.close(error)))
    },
  }
}
