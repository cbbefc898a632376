import { existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'

/** The data folder belongs to a running process. */
export class DataFolderInUse extends Error {}

/**
 * Locks `file` by listening on it as a Unix socket, until the returned function is called or the process ends. The
 * kernel refuses connections to the socket of a killed process, so a stale lock is taken over.
 * @throws DataFolderInUse
 */
export async function lockDataFolder(file: string): Promise<() => Promise<void>> {
  const refusal = `Another Lectern uses this data folder already (${file}). Stop it, or set DATA_DIR.`
  if (existsSync(file)) {
    if (await isHeld(file)) throw new DataFolderInUse(refusal)
    await removeStale(file, refusal)
  }
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new DataFolderInUse(refusal) : error),
    )
    server.listen(file, resolve)
  })
  server.unref()
  return () => new Promise((resolve) => server.close(() => resolve()))
}

// Two processes may find the same stale lock: what was moved is checked again, and put back if it is the
// other's fresh lock.
async function removeStale(file: string, refusal: string): Promise<void> {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const held = await isHeld(aside)
  if (held) linkSync(aside, file)
  rmSync(aside)
  if (held) throw new DataFolderInUse(refusal)
}

function isHeld(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(file)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
