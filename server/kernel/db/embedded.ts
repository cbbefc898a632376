import { once } from 'node:events'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Worker } from 'node:worker_threads'
import { ConfigError, DATA_DIR_FULL } from '../config/environment.ts'
import { startWorker } from '../workers.ts'
import { lockDataFolder } from './lock.ts'
import type { EmbeddedMessage, EmbeddedOptions } from './pglite.worker.ts'

const SOCKET_NAME = '.s.PGSQL.5432' // the name that every PostgreSQL client looks for in a socket folder
const ROOM_NEEDED = 32 * 1024 * 1024 // bytes: a segment of its log, and some pages
const SOCKET_PATH_MAX = 103 // bytes; 107 on Linux, 103 on macOS

/** PostgreSQL in a worker thread. `host` is the folder of its socket, accessible to this user only. */
type Embedded = { host: string; close(): Promise<void> }

export const socketFolder = (dataDir: string) => path.join(dataDir, 'run')

/**
 * Starts the embedded database in `dataDir`, for this process only.
 * @throws DataFolderInUse, ConfigError
 */
export async function startEmbedded(dataDir: string): Promise<Embedded> {
  const host = socketFolder(dataDir)
  const socket = path.join(host, SOCKET_NAME)
  if (Buffer.byteLength(socket) > SOCKET_PATH_MAX) {
    throw new ConfigError(
      `DATA_DIR: is too long for a socket, use at most ${SOCKET_PATH_MAX - SOCKET_NAME.length - 5} characters`,
    )
  }
  mkdirSync(host, { recursive: true, mode: 0o700 })
  chmodSync(host, 0o700)
  const unlock = await lockDataFolder(path.join(host, 'lock'))
  rmSync(socket, { force: true })
  const options: EmbeddedOptions = { folder: path.join(dataDir, 'database'), socket }
  const worker = startWorker('kernel/db/pglite', { workerData: options })
  try {
    await answer(worker, 'ready')
  } catch (error) {
    await worker.terminate()
    await unlock()
    throw (await hasRoom(dataDir)) ? error : new ConfigError(DATA_DIR_FULL)
  }
  return {
    host,
    close: async () => {
      const closed = answer(worker, 'closed')
      worker.postMessage('close')
      await closed
      await unlock()
    },
  }
}

async function hasRoom(dataDir: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize > ROOM_NEEDED
}

/** Listens only until the answer: if the thread dies later, the uncaught error ends the process. */
async function answer(worker: Worker, type: EmbeddedMessage['type']): Promise<void> {
  const stop = new AbortController()
  const { signal } = stop
  const ended = once(worker, 'exit', { signal }).then(([code]) => `its thread ended with code ${code}`)
  const said = once(worker, 'message', { signal }).then(([message]: EmbeddedMessage[]) =>
    message?.type === 'failed' ? message.message : message?.type === type ? null : 'it lost its place',
  )
  try {
    const failure = await Promise.race([said, ended])
    if (failure !== null) throw new Error(`The embedded database failed: ${failure}`)
  } finally {
    ended.catch(() => {})
    said.catch(() => {})
    stop.abort()
  }
}
