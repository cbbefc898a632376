import type { Worker } from 'node:worker_threads'
import { failure, IngestionFailure } from './failure.ts'
import type { ParseReply, ParseRequest } from './parse.worker.ts'
import type { ParsedDocument } from './read.ts'

export const PARSE_TIME_LIMIT = 30_000
export const PARSE_MEMORY_LIMIT_MB = 512
/** Buffers lie outside of the worker's heap limit: the growth of the whole process is watched as well. */
const PROCESS_GROWTH_MAX = 900 * 1024 * 1024
const WATCH_EVERY = 200
const IDLE_LIMIT = 20_000

export type Parser = ReturnType<typeof createParser>

/** Reads documents one at a time in a worker thread that is thrown away when it fails, hangs or grows. */
export const createParser = ({
  startWorker,
  timeLimit = PARSE_TIME_LIMIT,
}: {
  startWorker: () => Worker
  timeLimit?: number
}) => {
  let worker: Worker | null = null
  let closed = false
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let abandon: ((error: Error) => void) | null = null

  const discard = async () => {
    const gone = worker
    worker = null
    await gone?.terminate()
  }

  const run = (request: ParseRequest, onPage: (done: number, total: number) => void) =>
    new Promise<ParsedDocument>((resolve, reject) => {
      if (closed) return reject(new Error('the parser was closed'))
      clearTimeout(idle)
      worker ??= startWorker()
      const current = worker
      const before = process.memoryUsage.rss()
      const settle = (finish: () => void) => {
        clearTimeout(timer)
        clearInterval(watch)
        abandon = null
        current.off('message', onMessage).off('error', onError).off('exit', onExit)
        finish()
      }
      const giveUp = (error: Error) =>
        settle(() => {
          discard().then(() => reject(error), reject)
        })
      abandon = giveUp
      const onMessage = (reply: ParseReply) => {
        if (reply.kind === 'page') onPage(reply.done, reply.total)
        else if (reply.kind === 'parsed') settle(() => resolve(reply.document))
        else settle(() => reject(new IngestionFailure(reply.reason)))
      }
      const onError = (error: NodeJS.ErrnoException) =>
        giveUp(failure(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too_complex' : 'damaged_file'))
      const onExit = () => giveUp(failure('damaged_file'))
      const timer = setTimeout(() => giveUp(failure('timed_out')), timeLimit)
      const watch = setInterval(() => {
        if (process.memoryUsage.rss() - before > PROCESS_GROWTH_MAX) giveUp(failure('too_complex'))
      }, WATCH_EVERY)
      current.on('message', onMessage)
      current.on('error', onError)
      current.on('exit', onExit)
      current.postMessage(request)
    })

  return {
    parse(request: ParseRequest, onPage: (done: number, total: number) => void = () => {}) {
      const turn = last.then(() => run(request, onPage))
      last = turn
        .catch(() => {})
        .then(() => {
          idle = setTimeout(discard, IDLE_LIMIT)
          idle.unref()
        })
      return turn
    },
    async close() {
      closed = true
      clearTimeout(idle)
      abandon?.(new Error('the parser was closed'))
      await discard()
    },
  }
}
