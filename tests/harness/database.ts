import { createHash, randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { MIGRATIONS } from '../../server/db/migrate.ts'
import { type Database, openDatabase } from '../../server/db/open.ts'
import { ROOT } from '../../server/paths.ts'

const silent = pino({ level: 'silent' })
const { TEST_DATABASE_URL } = process.env

/** A data folder of the test's own, and a database of its own: PostgreSQL's where TEST_DATABASE_URL names one. */
export type Place = { dataDir: string; databaseUrl: string | null; remove(): Promise<void> }

export async function makePlace(): Promise<Place> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lectern-'))
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true })
  if (!TEST_DATABASE_URL) {
    cpSync(await databaseTemplate(), path.join(dataDir, 'database'), { recursive: true })
    return { dataDir, databaseUrl: null, remove: async () => removeFolder() }
  }
  const name = `lectern_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name}`)
  const databaseUrl = new URL(TEST_DATABASE_URL)
  databaseUrl.pathname = `/${name}`
  const remove = async () => {
    await administer(`drop database ${name} with (force)`)
    removeFolder()
  }
  return { dataDir, databaseUrl: databaseUrl.href, remove }
}

export const openPlace = (place: Place): Promise<Database> => openDatabase(place, silent)

async function administer(statement: string): Promise<void> {
  const client = new pg.Client(TEST_DATABASE_URL)
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** A migrated embedded database to copy: making one takes seconds, a copy a fraction of one. */
export async function databaseTemplate(): Promise<string> {
  const hash = createHash('sha256')
  // With the journal: a migration is known by its date there.
  for (const name of [...readdirSync(MIGRATIONS), 'meta/_journal.json'])
    if (/\.(sql|json)$/.test(name)) hash.update(readFileSync(path.join(MIGRATIONS, name)))
  const cache = path.join(ROOT, 'node_modules/.cache/lectern')
  const folder = path.join(cache, `database-${hash.digest('hex').slice(0, 12)}`)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lectern-'))
  const database = await openDatabase({ databaseUrl: null, dataDir }, silent)
  await database.close()
  const draft = mkdtempSync(path.join(cache, 'draft-'))
  cpSync(path.join(dataDir, 'database'), path.join(draft, 'database'), { recursive: true })
  try {
    renameSync(path.join(draft, 'database'), folder)
  } catch {
    // Another test process was first; its template is the same.
  }
  rmSync(draft, { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
  return folder
}
