import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parentPort, Worker, type WorkerOptions } from 'node:worker_threads'

/** `server/<name>.<kind>.ts` when running from source, else its build beside this file; Node runs both. */
const fileOf = (name: string, kind: 'worker' | 'child') =>
  new URL(import.meta.url.endsWith('.ts') ? `../${name}.${kind}.ts` : `./${name}.${kind}.js`, import.meta.url)

/** Starts `server/<name>.worker.ts` as a thread of this process. */
export const startWorker = (name: string, options: WorkerOptions = {}) =>
  new Worker(fileOf(name, 'worker'), options)

/** So that requests come first. 0 is the caller itself. */
export const lowerPriority = (pid: number) => {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // A server that was started with an even lower one may not raise it, and has what it needs.
  }
}

/**
 * Starts `server/<name>.child.ts` as a separate process. Its environment is empty, so it has no secrets of the
 * server, and its priority is low, so requests come first. It reads from standard input and responds on file
 * descriptor 3.
 */
export function startChild(name: string, { heapMb }: { heapMb: number }): ChildProcess {
  const options = [`--max-old-space-size=${heapMb}`, fileURLToPath(fileOf(name, 'child'))]
  const child = spawn(process.execPath, options, { env: {}, stdio: ['pipe', 'ignore', 'pipe', 'pipe'] })
  // Without a pid it did not start: its `error` event says why.
  if (child.pid !== undefined) lowerPriority(child.pid)
  return child
}

export type WorkerCall<Request> = { call: number; request: Request }
type WorkerReply<Result> = { call: number } & ({ result: Result } | { error: string })

/** A thread that starts with the first call. Calls fail when the thread ends; the next call starts another. */
export const createWorkerCaller = <Request, Result>(startWorker: () => Worker, name: string) => {
  const waiting = new Map<number, { resolve: (result: Result) => void; reject: (error: Error) => void }>()
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
    started.on('message', (reply: WorkerReply<Result>) => {
      const caller = waiting.get(reply.call)
      waiting.delete(reply.call)
      if ('error' in reply) caller?.reject(new Error(reply.error))
      else caller?.resolve(reply.result)
    })
    started.on('error', fail)
    started.on('exit', () => {
      if (worker === started) fail(new Error(`the ${name} thread ended`))
    })
    return started
  }
  return {
    /** Changes when the thread, and with it all its state, has ended. */
    generation: () => generation,
    call: (request: Request) =>
      new Promise<Result>((resolve, reject) => {
        worker ??= start()
        waiting.set(++calls, { resolve, reject })
        worker.postMessage({ call: calls, request } satisfies WorkerCall<Request>)
      }),
    async close(error = new Error(`the ${name} thread was closed`)) {
      const last = worker
      fail(error)
      await last?.terminate()
    },
  }
}

/** In the thread: answers each call. Errors go to the caller, and the thread continues. */
export const answerCalls = <Request, Result>(answer: (request: Request) => Result | Promise<Result>) => {
  parentPort?.on('message', async ({ call, request }: WorkerCall<Request>) => {
    const reply = (message: { result: Result } | { error: string }) =>
      parentPort?.postMessage({ call, ...message } satisfies WorkerReply<Result>)
    try {
      reply({ result: await answer(request) })
    } catch (error) {
      reply({ error: error instanceof Error ? error.message : String(error) })
    }
  })
}
