import { existsSync, mkdirSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import path from 'node:path'

const markIn = (dataDir: string) => path.join(dataDir, 'restore-unfinished')

/** Whether a restore stopped between its database and its secret: this data folder must not be served. */
export const isRestoreUnfinished = (dataDir: string) => existsSync(markIn(dataDir))

export async function beginCommit(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  const mark = await open(markIn(dataDir), 'w', 0o600)
  await mark.sync()
  await mark.close()
}

export const endCommit = (dataDir: string) => rm(markIn(dataDir), { force: true })
