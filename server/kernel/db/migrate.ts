import type pg from 'pg'
import { applyMigrations, knownMigrations, prepareMigrations } from './migrations.ts'

const LOCK = 5_328_367 // any number, the same in every Lectern

/** Migrates the schema. If several processes start at once on PostgreSQL, one migrates and the others wait. */
export async function migrateDatabase(pool: pg.Pool, kind: 'embedded' | 'postgresql'): Promise<void> {
  const client = await pool.connect()
  try {
    if (kind === 'postgresql') await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query('begin')
    await prepareMigrations(client)
    const { rows } = await client.query('select max(created_at) as last from drizzle.__drizzle_migrations')
    const last = Number(rows[0].last)
    await applyMigrations(
      client,
      knownMigrations().filter(({ folderMillis }) => folderMillis > last),
    )
    await client.query('commit')
  } finally {
    // The lock and a failed transaction end with their connection, even if it is broken.
    client.release(true)
  }
}
