import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { createWorkerCaller } from '../../kernel/worker-calls.ts'
import { EMBEDDED_MODEL, type Embedder, type Matches, normalised } from './embedder.ts'
import type { EmbedRequest, EmbedWorkerOptions } from './embedding-thread.ts'

/** A batch takes about 0.1 s: no question waits longer than that for a document's passages. */
const BATCH_TEXTS = 8
const BATCH_LENGTH = 1_600
/**
 * The first worker embeds questions before documents; the others embed only documents, so that no question waits for
 * a worker to load the model. Each takes about 150 MiB from its first text on.
 */
const THREADS = Math.min(2, availableParallelism())
/** Texts of questions and their answers whose vectors are remembered; 2 KiB each. */
const REMEMBERED = 2_000

/** Questions that wait to be held against passages: a further one would have its answer too late. */
const MATCHING_MAX = 8

type Asked<Result> = { resolve: (result: Result) => void; reject: (error: Error) => void }
type Job = { text: string } & Asked<Float32Array>
type Match = { question: string; passages: string[][] } & Asked<Matches[]>

/** One thread that holds the model, started by its first texts; `onFree` tells that it can take others. */
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

/** The longest batch that begins the queue, taken out of it. */
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

/** What is told of a model that runs in threads of this process. */
type ThreadModel = Pick<Embedder, 'model' | 'languages' | 'partLength'> & {
  dimensions: number | null
  /** Its thread can hold the parts of passages against a question. */
  isMatching?: boolean
  /** It reads no more of a text, in characters; what lies behind costs time and blurs the vector. */
  textLength: number
  prefixes: Record<'question' | 'passage', string>
}

/** Universal Sentence Encoder (lite, English); its weights are inside the package. */
const OWN: ThreadModel = {
  ...EMBEDDED_MODEL,
  languages: ['eng'],
  textLength: 1_600,
  prefixes: { question: '', passage: '' },
}

/** A model in worker threads; the embedded one unless another is given. */
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
    ...model,
    dimensions: () => dimensions,
    async embed(texts, urgency, as = 'passage') {
      const vectors = texts.map((text) => {
        // The model fails on a blank text, and with it the whole batch.
        const read = prefixes[as] + (text.trim() === '' ? '.' : text.slice(0, textLength))
        return urgency === 'now' ? remembered(read) : queued(read, urgency)
      })
      next()
      const made = await Promise.all(vectors)
      dimensions ??= made[0]?.length ?? null
      return made
    },
    ...(isMatching && {
      match: (question: string, passages: string[][]) =>
        new Promise<Matches[]>((resolve, reject) => {
          if (matching.length === MATCHING_MAX)
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
