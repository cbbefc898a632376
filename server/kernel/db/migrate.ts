import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { MIGRATIONS } from './migrations.ts'

const LOCK = 5_328_367 // any number, the same in every Lectern

/** Migrates the schema. If several processes start at once on PostgreSQL, one migrates and the others wait. */
export async function migrateDatabase(pool: pg.Pool, kind: 'embedded' | 'postgresql'): Promise<void> {
  const client = await pool.connect()
  try {
    if (kind === 'postgresql') await client.query('select pg_advisory_lock($1)', [LOCK])
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS })
  } finally {
    if (kind === 'postgresql') await client.query('select pg_advisory_unlock($1)', [LOCK])
    client.release()
  }
}
