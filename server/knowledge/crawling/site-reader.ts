import type { Worker } from 'node:worker_threads'
import { MINUTE } from '../../kernel/durations.ts'
import { fetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import { startWorker } from '../../kernel/workers.ts'
import type { Answers, Reply, Request, Selection, Task } from './site-reader.worker.ts'

/** Per task, in ms: many times what an ordinary page or sitemap takes on a busy machine. */
const TIME: Readonly<Record<Task['kind'], number>> = {
  robots: 15_000,
  address: 15_000,
  page: 30_000,
  sitemap: MINUTE,
}
/** Additional time for the thread to start, which on a busy machine takes longer than any task. */
const START_TIME = 30_000
const HEAP_MB = 512

type Waiting = { settle: (reply: Reply) => void; fail: (error: Error) => void }

export type SiteReader = ReturnType<typeof createSiteReader>

/**
 * Parses a site's text in its own thread, with limits of time and memory: patterns, rules, sitemaps and pages
 * come from strangers and must not block the server.
 */
export const createSiteReader = (selection: Selection) => {
  let worker: Worker | null = null
  let hasStarted = false
  let last = 0
  let rules: Extract<Task, { kind: 'robots' }> | null = null
  const waiting = new Map<number, Waiting>()

  /** Ends the thread; waiting callers get an unreadable page or site. */
  const end = (error: Error) => {
    const ended = worker
    worker = null
    void ended?.terminate()
    for (const { fail } of [...waiting.values()]) fail(error)
  }
  const start = () => {
    const started = startWorker('knowledge/crawling/site-reader', {
      workerData: selection,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    hasStarted = false
    started.on('message', (reply: Reply) => {
      hasStarted = true
      waiting.get(reply.id)?.settle(reply)
    })
    started.on('error', () => worker === started && end(fetchFailure('page_too_large')))
    started.unref()
    return started
  }

  const send = <Kind extends Task['kind']>(task: Extract<Task, { kind: Kind }>): Promise<Answers[Kind]> => {
    const isNew = worker === null
    worker ??= start()
    // A restarted thread has lost the rules of its site.
    if (isNew && rules && task.kind !== 'robots') void send(rules).catch(() => undefined)
    const id = ++last
    const thread = worker
    return new Promise((resolve, reject) => {
      const time = TIME[task.kind] + (hasStarted ? 0 : START_TIME)
      const timer = setTimeout(() => end(fetchFailure('page_too_large')), time)
      const settled = () => {
        clearTimeout(timer)
        waiting.delete(id)
      }
      waiting.set(id, {
        settle: ({ answer, isRefused }) => {
          settled()
          if (isRefused) reject(fetchFailure('bad_response'))
          else resolve(answer as Answers[Kind])
        },
        fail: (error) => {
          settled()
          reject(error)
        },
      })
      thread.postMessage({ id, task } satisfies Request)
    })
  }

  return {
    /** Sets the rules that `address` applies from now on. */
    robots: (origin: string, text: string) => {
      rules = { kind: 'robots', origin, text }
      return send<'robots'>(rules)
    },
    /** Whether the site allows us an address, and the patterns select it. */
    address: (url: string) => send<'address'>({ kind: 'address', url }),
    page: (bytes: Buffer, url: string, robotsTag: string | null) =>
      send<'page'>({ kind: 'page', bytes, url, robotsTag }),
    /** Addresses in a sitemap, normalized, each once. @throws FetchFailure if it is not a sitemap */
    sitemap: (bytes: Buffer) => send<'sitemap'>({ kind: 'sitemap', bytes }),
    close: () => end(fetchFailure('unreachable')),
  }
}
