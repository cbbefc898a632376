import { Worker, type WorkerOptions } from 'node:worker_threads'

const fromSource = import.meta.url.endsWith('.ts')

// On Node 20 a thread ignores `--import tsx`: it has to register tsx itself before it meets TypeScript.
const bootstrap = (file: URL) =>
  `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(file)}) })`

/**
 * Starts `server/<name>.worker.ts` in a thread of its own, from the source or from what was built of it.
 * @param name path below server without its ending, as `db/pglite`
 */
export function startWorker(name: string, options: WorkerOptions = {}): Worker {
  const file = new URL(`./${name}.worker.${fromSource ? 'ts' : 'js'}`, import.meta.url)
  return fromSource ? new Worker(bootstrap(file), { ...options, eval: true }) : new Worker(file, options)
}
