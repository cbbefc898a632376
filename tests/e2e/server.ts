import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { databaseTemplate } from '../harness/database.ts'

export interface RunningServer {
  readonly url: string
  readonly dataDir: string
  readonly process: ChildProcess
  stop(signal?: NodeJS.Signals): Promise<void>
}

const outboxes = new Map<string, string>()

/** The outbox of the server at this address, which this process started. */
export const outboxOf = (url: string) => outboxes.get(url) ?? ''

/** Starts the built server as `npm start` does, on a free port, and waits for the address that it prints. */
export async function startServer(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', RATE_LIMITS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let printed = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      printed += chunk
      const address = /Lectern is ready at (\S+)/.exec(printed)?.[1]
      const outbox = /Emails are kept at (\S+)\n/.exec(printed)?.[1]
      if (address && outbox) {
        outboxes.set(address, outbox)
        resolve(address)
      }
    })
    void ended.then(() => reject(new Error(`the server ended before it was ready:\n${printed}`)))
  })
  return {
    url,
    dataDir,
    process: child,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      await ended
    },
  }
}

export const emptyDataDir = () => mkdtempSync(path.join(tmpdir(), 'lectern-e2e-'))

/** With the database that a first start makes in seconds, copied in a fraction of one. */
export async function newDataDir() {
  const dataDir = emptyDataDir()
  cpSync(await databaseTemplate(), path.join(dataDir, 'database'), { recursive: true })
  return dataDir
}

export const removeDataDir = (dataDir: string) => rmSync(dataDir, { recursive: true, force: true })
