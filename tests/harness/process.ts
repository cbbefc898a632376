import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { ROOT } from '../../server/kernel/package.ts'
import type { Place } from './database.ts'

/**
 * The server in its own process, from the source of this version or of the one below `root`. `ready` is its address, or
 * throws with its output.
 */
export function startProcess(place: Place, env: Record<string, string> = {}, root = ROOT) {
  const child: ChildProcess = spawn(process.execPath, [path.join(root, 'server/main.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/node'),
      PORT: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
      ...env,
    },
  })
  let said = ''
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal, said }))
  const ready = new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk
      const [, address] = /Lectern is ready at (\S+)/.exec(said) ?? []
      if (address) resolve(address)
    }
    child.stdout!.on('data', hear)
    child.stderr!.on('data', hear)
    void exited.then(() => reject(new Error(said)))
  })
  ready.catch(() => {})
  return { pid: child.pid, ready, exited, kill: (signal: NodeJS.Signals) => child.kill(signal) }
}
