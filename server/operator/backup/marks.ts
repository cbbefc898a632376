import { existsSync, mkdirSync } from 'node:fs'
import { open, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** An empty file; only its modification time matters. */
const fileIn = (dataDir: string) => path.join(dataDir, 'backup-made')

/** Records that a backup of this data folder is complete. */
export const noteBackup = (dataDir: string) => writeFile(fileIn(dataDir), '')

/** Time of the last backup made here, in seconds since 1970; null if there is none. */
export const lastBackup = async (dataDir: string) => {
  const made = await stat(fileIn(dataDir)).catch(() => null)
  return made && Math.floor(made.mtimeMs / 1000)
}

const markIn = (dataDir: string) => path.join(dataDir, 'restore-unfinished')

/** Whether a restore stopped between its database and its secret: this data folder must not be served. */
export const isRestoreUnfinished = (dataDir: string) => existsSync(markIn(dataDir))

export async function markUnfinished(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  const mark = await open(markIn(dataDir), 'w', 0o600)
  await mark.sync()
  await mark.close()
}

export const clearUnfinished = (dataDir: string) => rm(markIn(dataDir), { force: true })
