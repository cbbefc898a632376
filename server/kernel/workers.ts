import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

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
