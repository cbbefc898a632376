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
import { MIGRATIONS } from '../../server/kernel/db/migrations.ts'
import { type Database, openDatabase } from '../../server/kernel/db/open.ts'
import { ROOT } from '../../server/kernel/package.ts'

const silent = pino({ level: 'silent' })
const { TEST_DATABASE_URL } = process.env

/** The test's own data folder, and its own database: PostgreSQL's if TEST_DATABASE_URL names one. */
export type Place = { dataDir: string; databaseUrl: string | null; remove(): Promise<void> }

/** Migrated, or as before the first start. */
export async function makePlace({ isMigrated = true } = {}): Promise<Place> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lectern-'))
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true })
  if (!TEST_DATABASE_URL) {
    if (isMigrated) cpSync(await databaseTemplate(), path.join(dataDir, 'database'), { recursive: true })
    return { dataDir, databaseUrl: null, remove: async () => removeFolder() }
  }
  const name = `lectern_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name} template ${isMigrated ? await postgresTemplate() : 'template1'}`)
  const databaseUrl = urlOf(name)
  const remove = async () => {
    await administer(`drop database ${name} with (force)`)
    removeFolder()
  }
  return { dataDir, databaseUrl, remove }
}

export const openPlace = (place: Place): Promise<Database> => openDatabase(place, silent)

function urlOf(name: string): string {
  const url = new URL(TEST_DATABASE_URL!)
  url.pathname = `/${name}`
  return url.href
}

async function administer(statement: string) {
  const client = new pg.Client(TEST_DATABASE_URL)
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Fingerprint of the migrations: includes the journal, whose dates identify them. */
function hashOfMigrations(): string {
  const hash = createHash('sha256')
  for (const name of [...readdirSync(MIGRATIONS), 'meta/_journal.json'])
    if (/\.(sql|json)$/.test(name)) hash.update(readFileSync(path.join(MIGRATIONS, name)))
  return hash.digest('hex').slice(0, 12)
}

/** The name of a migrated database of PostgreSQL to copy. */
async function postgresTemplate(): Promise<string> {
  const name = `lectern_template_${hashOfMigrations()}`
  const isThere = async () =>
    (await administer(`select 1 from pg_database where datname = '${name}'`)).rowCount === 1
  if (await isThere()) return name
  const draft = `lectern_draft_${randomBytes(6).toString('hex')}`
  await administer(`create database ${draft}`)
  const database = await openDatabase({ databaseUrl: urlOf(draft), dataDir: '' }, silent)
  await database.close()
  try {
    await administer(`alter database ${draft} rename to ${name}`)
  } catch (error) {
    // Another test process was first; its template is identical.
    if (!(await isThere())) throw error
    await administer(`drop database ${draft}`)
  }
  return name
}

/** A migrated embedded database to copy: creating one takes seconds, a copy a fraction of one. */
export async function databaseTemplate(): Promise<string> {
  const cache = path.join(ROOT, 'node_modules/.cache/lectern')
  const folder = path.join(cache, `database-${hashOfMigrations()}`)
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
    // Another test process was first; its template is identical.
  }
  rmSync(draft, { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
  return folder
}
