import { rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../kernel/config/config.ts'
import { secretFile } from '../../kernel/config/own-secret.ts'
import { isRestoreUnfinished } from '../backup/unfinished.ts'
import { type Finding, fault, note, ok, reasonOf } from './finding.ts'

const MB = 1024 * 1024
const ROOM_NEEDED = 200 * MB
const ROOM_WANTED = 2 * 1024 * MB
const OPEN_TO_OTHERS = 0o077

export async function checkStorage({ dataDir }: Config): Promise<Finding[]> {
  return [await checkFolder(dataDir), await checkRoom(dataDir), ...(await checkSecret(dataDir))]
}

async function checkFolder(dataDir: string): Promise<Finding> {
  if (isRestoreUnfinished(dataDir))
    return fault('data folder', 'A restore did not end here. Run lectern restore again, with --replace.')
  const probe = path.join(dataDir, `probe-${process.pid}`)
  try {
    await writeFile(probe, '')
    return ok('data folder', 'can be written')
  } catch (error) {
    const owner = process.getuid ? ` Give it to the user ${process.getuid()}, who runs this.` : ''
    return fault('data folder', `${dataDir} cannot be written (${reasonOf(error)}).${owner}`)
  } finally {
    await rm(probe, { force: true }).catch(() => {})
  }
}

async function checkRoom(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir)
  const room = bavail * bsize
  const says = `${Math.floor(room / MB)} MB free`
  if (room < ROOM_NEEDED)
    return fault('disk', `${says}. Uploads fail soon: make room or move DATA_DIR to a larger disk.`)
  return room < ROOM_WANTED ? note('disk', `${says}. Plan for more.`) : ok('disk', says)
}

async function checkSecret(dataDir: string): Promise<Finding[]> {
  const file = secretFile(dataDir)
  const mode = await stat(file).then(
    (found) => found.mode,
    () => 0,
  )
  return mode & OPEN_TO_OTHERS ? [fault('secret', `Others can read ${file}. Run: chmod 600 ${file}`)] : []
}
