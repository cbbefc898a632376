import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { appliedMigrations } from '../../kernel/db/migrations.ts'
import type { Manifest } from './manifest.ts'

/** A row a line as JSON, which holds no control character: with these as quote and delimiter COPY changes nothing of it. */
const PLAIN = `format csv, quote e'\\x01', delimiter e'\\x02'`

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

export type Dump = Pick<Manifest, 'migrations' | 'tables' | 'sequences'> & {
  /** Of PostgreSQL. */
  version: string
  /** Of every content that has a file: its id, which is the file's. */
  contentIds: string[]
  /** The file in which the rows of a table are spooled. */
  spooled(table: string): string
}

/**
 * Writes every table of a backup into `folder`, as one snapshot. On PostgreSQL nothing else waits for it; the
 * embedded database serves others only when it is done, so nothing is compressed here.
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
    // A transaction that failed ends with its connection.
    client.release(true)
  }
}

/** Unlogged tables count what goes on now: it may be lost, and is no longer true where it is restored. */
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
