import { stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Empty: its time is what it says. */
const fileIn = (dataDir: string) => path.join(dataDir, 'backup-made')

/** Notes that a backup of this data folder is whole. */
export const noteBackup = (dataDir: string) => writeFile(fileIn(dataDir), '')

/** When the last backup was made here, in seconds since 1970; null when none was. */
export const lastBackup = async (dataDir: string) => {
  const made = await stat(fileIn(dataDir)).catch(() => null)
  return made && Math.floor(made.mtimeMs / 1000)
}
