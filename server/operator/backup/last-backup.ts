import { stat, writeFile } from 'node:fs/promises'
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
