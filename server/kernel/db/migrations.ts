import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { ROOT } from '../package.ts'

export const MIGRATIONS = path.join(ROOT, 'server/kernel/db/migrations')

type Migration = ReturnType<typeof readMigrationFiles>[number]

/** Migrations of this version, oldest first. */
export const knownMigrations = (): Migration[] => readMigrationFiles({ migrationsFolder: MIGRATIONS })

type Queries = Pick<pg.ClientBase, 'query'>

/** Hashes of the migrations applied to a database, oldest first; none if no Lectern has used it. */
export async function appliedMigrations(client: Queries): Promise<string[]> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  )
  if (!rows[0]?.exists) return []
  const applied = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by created_at',
  )
  return applied.rows.map(({ hash }) => hash)
}

/** Creates drizzle's table of migrations the way drizzle does. */
export async function prepareMigrations(client: Queries): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    `create table if not exists drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint)`,
  )
}

/** Applies migrations within the caller's transaction, which drizzle's own `migrate` cannot do. */
export async function applyMigrations(client: Queries, migrations: readonly Migration[]): Promise<void> {
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
}

const LOCK = 5_328_367 // any number, the same in every Lectern
const LOCK_NOT_AVAILABLE = '55P03'
/** Queries of the previous version queue behind a migration that waits: so it lets them pass and tries again. */
const WAITS = 1_000 // ms
const GIVES_WAY = 2_000 // ms

/** Migrates the schema. If several processes start at once on PostgreSQL, one migrates and the others wait. */
export async function migrateDatabase(pool: pg.Pool, kind: 'embedded' | 'postgresql'): Promise<void> {
  const client = await pool.connect()
  try {
    if (kind === 'postgresql') await client.query('select pg_advisory_lock($1)', [LOCK])
    while (!(await tryMigrating(client))) await wait(GIVES_WAY)
  } finally {
    // The lock and a failed transaction end with their connection, even if it is broken.
    client.release(true)
  }
}

/** False if another transaction holds a table that has to change: nothing was changed then. */
async function tryMigrating(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = ${WAITS}`)
    await prepareMigrations(client)
    const { rows } = await client.query('select max(created_at) as last from drizzle.__drizzle_migrations')
    const last = Number(rows[0].last)
    await applyMigrations(
      client,
      knownMigrations().filter(({ folderMillis }) => folderMillis > last),
    )
    await client.query('commit')
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error
    await client.query('rollback')
    return false
  }
}
