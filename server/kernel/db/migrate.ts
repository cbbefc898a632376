import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { applyMigrations, knownMigrations, prepareMigrations } from './migrations.ts'

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
