import { existsSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Config } from '../../kernel/config/config.ts'
import { secretFile } from '../../kernel/config/own-secret.ts'
import { appliedMigrations, knownMigrations } from '../../kernel/db/migrations.ts'
import { openFiles } from '../../kernel/files/open-files.ts'
import { OperatorError } from '../command.ts'
import { checkArchive, readArchive } from './archive.ts'
import { addErasures, type ErasureLine, readErasures } from './erasures.ts'
import { dropAll, loadTable, rebuild } from './load.ts'
import { fileEntry, MANIFEST, type Manifest, readManifest, SECRET, tableEntry } from './manifest.ts'
import { clearUnfinished, markUnfinished } from './marks.ts'
import { storeFile } from './stored-files.ts'

/** Number of checks whether all others have disconnected. */
const LOOKS = 10
const BETWEEN_LOOKS = 300 // ms

type Target = Pick<Config, 'dataDir' | 's3'> & {
  /** JWT_SECRET, if it is set; otherwise the secret is in the data folder. */
  secret: string | null
  pool: pg.Pool
}

type Backup = { file: string; manifest: Manifest; secret: string }

/** The system may refuse access: an archive fetched by root belongs to root. */
const unreadable = (file: string, { code, syscall }: NodeJS.ErrnoException) =>
  syscall === undefined
    ? `${file} is no backup of Lectern, or is damaged. Nothing was changed.`
    : `${file} cannot be read (${code}). Give it to the user who runs this: chown ${userInfo().username} ${file}`

/**
 * Checks the whole archive before anything is changed.
 * @throws OperatorError
 */
export async function readBackup(file: string): Promise<Backup> {
  if (!existsSync(file)) throw new OperatorError(`${file} does not exist.`)
  const { entries, texts } = await checkArchive(file, [MANIFEST, SECRET]).catch((error: unknown) => {
    throw new OperatorError(unreadable(file, error as NodeJS.ErrnoException))
  })
  const text = texts.get(MANIFEST)
  if (text === undefined)
    throw new OperatorError(`${file} is no backup of Lectern, or was cut off. Nothing was changed.`)
  const manifest = readManifest(text)
  if (!manifest)
    throw new OperatorError(`${file} has a format that this version does not know. Install a newer Lectern.`)
  const found = new Map(entries.map(({ name, sha256 }) => [name, sha256]))
  const damaged = manifest.entries.find(({ name, sha256 }) => found.get(name) !== sha256)
  if (damaged)
    throw new OperatorError(`${file} is damaged (${damaged.name}). Nothing was changed. Use another backup.`)
  return { file, manifest, secret: texts.get(SECRET) ?? '' }
}

/**
 * Replaces the current data with a verified backup in one transaction; the files are written before it commits.
 * Until the database and the secret match, a marker in the data folder keeps the server from starting. People
 * erased since, according to the replaced database or to `erasures`, are erased again when the server starts,
 * and what is past the backup's retention rules is deleted.
 * @throws OperatorError
 */
export async function restore(
  target: Target,
  { file, manifest, secret }: Backup,
  { mayReplace, erasures = [] }: { mayReplace: boolean; erasures?: readonly ErasureLine[] },
): Promise<void> {
  assertKnown(manifest)
  if (target.secret !== null && target.secret !== secret)
    throw new OperatorError(
      "JWT_SECRET differs from the backup's, which encrypts two-factor log-in. " +
        `Leave it out, or set it to what this prints: tar -xOf ${file} ${SECRET}`,
    )
  const client = await target.pool.connect()
  try {
    await assertMayRestore(client, mayReplace)
    await client.query('begin')
    const erased = [...(await readErasures(client)), ...erasures]
    await dropAll(client)
    await rebuild(client, manifest, () => loadEntries(client, target, file, manifest))
    await addErasures(client, erased)
    await forgetChores(client)
    await markUnfinished(target.dataDir)
    await client.query('commit')
    if (target.secret === null) await keepSecret(target.dataDir, secret)
    // Built from the passages, and so from the previous ones.
    await rm(path.join(target.dataDir, 'index'), { recursive: true, force: true })
    await clearUnfinished(target.dataDir)
  } finally {
    // A failed transaction ends with its connection: the database is unchanged.
    client.release(true)
  }
}

function assertKnown({ migrations, lectern }: Manifest): void {
  const known = knownMigrations().map(({ hash }) => hash)
  if (migrations.length > known.length)
    throw new OperatorError(`The backup comes from Lectern ${lectern}, which is newer. Install that version.`)
  if (migrations.some((hash, at) => hash !== known[at]))
    throw new OperatorError(`The backup comes from an incompatible build of Lectern ${lectern}.`)
}

/** Whether no one else is connected. Connections of a server that has just stopped close a moment later. */
async function isAlone(client: pg.PoolClient): Promise<boolean> {
  for (let look = 1; ; look++) {
    // The embedded database has only this connection: the folder's lock was checked before.
    const others = await client.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend'`,
    )
    if (others.rowCount === 0) return true
    if (look === LOOKS) return false
    await wait(BETWEEN_LOOKS)
  }
}

async function assertMayRestore(client: pg.PoolClient, mayReplace: boolean): Promise<void> {
  if (!(await isAlone(client)))
    throw new OperatorError('Others are connected to the database. Stop every Lectern that uses it first.')
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  if (rows.length === 0) return
  const [first] = await appliedMigrations(client)
  if (first !== knownMigrations()[0]?.hash)
    throw new OperatorError('The database holds tables of something else. Make an empty one for Lectern.')
  const accounts = await client.query('select from users limit 1')
  if (accounts.rowCount !== 0 && !mayReplace)
    throw new OperatorError(
      'There is data already. With --replace all of it is deleted, and the backup takes its place.',
    )
}

/** Resets chores for the restored data: the server runs the retention sweep before it responds. */
async function forgetChores(client: pg.PoolClient): Promise<void> {
  const known = await client.query(`select to_regclass('public.chores') as name`)
  if (known.rows[0].name !== null) await client.query('delete from chores')
}

async function loadEntries(
  client: pg.PoolClient,
  target: Target,
  file: string,
  { tables, entries }: Manifest,
): Promise<void> {
  const byEntry = new Map(tables.map((table) => [tableEntry(table.name), table]))
  const known = new Set(entries.map(({ name }) => name))
  const files = await openFiles(target)
  const folder = fileEntry('')
  await readArchive(file, async (name, content) => {
    const table = byEntry.get(name)
    if (table) await loadTable(client, table, content)
    else if (name.startsWith(folder) && known.has(name))
      await storeFile(files, name.slice(folder.length), content)
  })
}

async function keepSecret(dataDir: string, secret: string): Promise<void> {
  const file = secretFile(dataDir)
  await writeFile(`${file}.new`, secret, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
}
