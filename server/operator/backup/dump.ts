import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { appliedMigrations } from '../../kernel/db/migrations.ts'
import type { Manifest } from './manifest.ts'

/**
 * One row per line as JSON, which contains no control characters: with these as quote and delimiter, COPY
 * leaves it unchanged.
 */
const PLAIN = `format csv, quote e'\\x01', delimiter e'\\x02'`

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

export type Dump = Pick<Manifest, 'migrations' | 'tables' | 'sequences'> & {
  /** PostgreSQL's version. */
  version: string
  /** Ids of all contents that have a file, which is stored under the same id. */
  contentIds: string[]
  /** The file in which a table's rows are spooled. */
  spooled(table: string): string
}

/**
 * Writes every table of a backup into `folder`, as one snapshot. On PostgreSQL nothing else waits for it; the
 * embedded database blocks others until it is done, so nothing is compressed here.
 */
export async function dumpDatabase(pool: pg.Pool, folder: string): Promise<Dump> {
  const client = await pool.connect()
  const spooled = (table: string) => path.join(folder, `${table}.ndjson`)
  try {
    await client.query('begin isolation level repeatable read read only')
    const migrations = await appliedMigrations(client)
    const [shown] = (
      await client.query<{ version: string }>(
        `select split_part(current_setting('server_version'), ' ', 1) as version`,
      )
    ).rows
    const tables: Dump['tables'] = []
    for (const { name, columns } of await tablesOf(client)) {
      const rows = client.query(
        copyTo(`copy (select row_to_json(t) from ${quoted(name)} t) to stdout with (${PLAIN})`),
      )
      await pipeline(rows, createWriteStream(spooled(name), { mode: 0o600 }))
      tables.push({ name, columns, rows: rows.rowCount })
    }
    const sequences = await sequencesOf(client)
    const { rows } =
      migrations.length > 0 ? await client.query('select id from document_versions') : { rows: [] }
    await client.query('commit')
    return {
      version: shown!.version,
      migrations,
      tables,
      sequences,
      contentIds: rows.map(({ id }) => id),
      spooled,
    }
  } finally {
    // A failed transaction ends with its connection.
    client.release(true)
  }
}

/** Unlogged tables hold current counts, which may be lost and would be wrong after a restore. */
async function tablesOf(client: pg.PoolClient): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by c.relname order by c.relname`,
  )
  return rows
}

async function sequencesOf(client: pg.PoolClient): Promise<Dump['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  )
  const sequences: Dump['sequences'] = []
  for (const { name } of rows) {
    const state = await client.query(`select last_value::text as value, is_called from ${quoted(name)}`)
    sequences.push({ name, ...state.rows[0] })
  }
  return sequences
}
