import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import type { Config } from '../../kernel/config/config.ts'
import { isOwnDiskFull } from '../../kernel/db/errors.ts'
import type { Database } from '../../kernel/db/open.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { Files } from '../../kernel/files/files.types.ts'
import { ABANDONED_AFTER } from '../../kernel/files/incoming.ts'
import { openFiles } from '../../kernel/files/open-files.ts'
import { VERSION } from '../../kernel/package.ts'
import { OperatorError } from '../command.ts'
import { createArchive } from './archive.ts'
import { type Dump, dumpDatabase } from './dump.ts'
import { fileEntry, MANIFEST, SECRET, tableEntry, writeManifest } from './manifest.ts'
import { withStoredFile } from './stored-files.ts'

/** The folder beside an archive that holds its parts until it is complete. */
const SPOOL = /\.spool-\w{6}$/
/** Fewer missing files are losses; more of them point to another folder or bucket. */
const SUSPECT_FROM = 3
const SUSPECT_SHARE = 0.1

type Archive = ReturnType<typeof createArchive>

type BackupReport = {
  bytes: number
  rows: number
  files: number
  /** Contents whose file is missing although no one deleted them. */
  lost: string[]
}

type Source = Pick<Database, 'pool' | 'kind'> & {
  config: Pick<Config, 'dataDir' | 'jwtSecret' | 's3'>
  /** Whether an archive is made however many files are missing. */
  despiteLosses: boolean
}

/**
 * Writes database, files and secret into one archive while the server runs. The database is read as one
 * snapshot, then the files that it refers to: files never change, and those deleted in the meantime are
 * recorded.
 * @throws OperatorError
 */
export async function backUp(
  { config, pool, kind, despiteLosses }: Source,
  file: string,
): Promise<BackupReport> {
  if (existsSync(file)) throw new OperatorError(`${file} exists already. Name another file.`)
  const folder = path.dirname(path.resolve(file))
  const spool = await removeLeftovers(folder)
    .then(() => mkdtemp(`${path.resolve(file)}.spool-`))
    .catch((error: NodeJS.ErrnoException) => {
      throw new OperatorError(`${folder} cannot be written (${error.code}).`)
    })
  const partial = path.join(spool, 'archive')
  const archive = createArchive(partial)
  try {
    const dump = await dumpDatabase(pool, spool)
    for (const { name } of dump.tables) await addTable(archive, dump.spooled(name), name)
    const missing = await addFiles(archive, await openFiles(config), dump)
    archive.addText(SECRET, config.jwtSecret)
    const lost = await stillNamed(pool, missing)
    const files = dump.contentIds.length - missing.length
    if (!despiteLosses) checkLosses(config, lost.length, files)
    const manifest = writeManifest({
      lectern: VERSION,
      made_at: new Date().toISOString(),
      database: { kind, version: dump.version },
      migrations: dump.migrations,
      tables: dump.tables,
      sequences: dump.sequences,
      deleted: missing.filter((id) => !lost.includes(id)),
      entries: [...archive.entries],
    })
    archive.addText(MANIFEST, manifest)
    await archive.finish()
    await rename(partial, file)
    const rows = dump.tables.reduce((sum, table) => sum + table.rows, 0)
    return { bytes: (await stat(file)).size, rows, files, lost }
  } catch (error) {
    await archive.abandon()
    // A refusal is about a copy in DATA_DIR.
    throw isOwnDiskFull(error) && !(error instanceof Refusal)
      ? new OperatorError(`${folder}: its disk has no room left. Make room, or name a file elsewhere.`)
      : error
  } finally {
    await rm(spool, { recursive: true, force: true })
  }
}

/** Removes what killed backups have left in a folder: it contains the database. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!SPOOL.test(name)) continue
    const spool = path.join(folder, name)
    try {
      const parts = (await readdir(spool)).map((part) => path.join(spool, part))
      const changes = await Promise.all([spool, ...parts].map(async (one) => (await stat(one)).mtimeMs))
      if (Date.now() - Math.max(...changes) > ABANDONED_AFTER) await rm(spool, { recursive: true })
    } catch {
      // It belongs to another user, or to another backup that is ending.
    }
  }
}

/** A tar entry begins with its length: so it is compressed first. */
async function addTable(archive: Archive, spooled: string, name: string): Promise<void> {
  const compressed = `${spooled}.gz`
  await pipeline(createReadStream(spooled), createGzip(), createWriteStream(compressed, { mode: 0o600 }))
  await rm(spooled)
  await archive.add(tableEntry(name), (await stat(compressed)).size, createReadStream(compressed))
  await rm(compressed)
}

/** Returns the contents whose file is missing. */
async function addFiles(archive: Archive, files: Files, { contentIds }: Dump): Promise<string[]> {
  const missing: string[] = []
  for (const id of contentIds) {
    const isThere = await withStoredFile(files, id, (bytes, content) =>
      archive.add(fileEntry(id), bytes, content),
    )
    if (!isThere) missing.push(id)
  }
  return missing
}

/** An archive without most files must not take the place of good ones. @throws OperatorError */
function checkLosses({ s3 }: Source['config'], lost: number, files: number): void {
  const all = lost + files
  const isSuspect = files === 0 || (lost >= SUSPECT_FROM && lost > all * SUSPECT_SHARE)
  if (lost === 0 || !isSuspect) return
  const question = s3 ? `Is ${s3.bucket} the right bucket?` : 'Is the data folder mounted, and the right one?'
  throw new OperatorError(
    `${lost} of ${all} files are missing. ${question} No backup was made. If they cannot be recovered, add --despite-losses.`,
  )
}

async function stillNamed(pool: pg.Pool, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await pool.query('select id from document_versions where id = any($1)', [ids])
  return rows.map(({ id }) => id)
}
