import { expect, onTestFinished } from 'vitest'
import type { TestServer } from './server.ts'

const WAITING = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`

/**
 * Holds the rows that a statement locks, changes or deletes, until `release` or the end of the test. Needs PostgreSQL:
 * the embedded database has one connection.
 */
export async function holdRows({ database: { pool } }: Pick<TestServer, 'database'>, statement: string) {
  const other = await pool.connect()
  onTestFinished(() => other.release(true))
  await other.query(`begin; ${statement}`)
  return {
    /** Resolves once so many others wait, for these rows or for each other. */
    waiters: (count: number) => expect.poll(async () => (await pool.query(WAITING)).rows).toHaveLength(count),
    release: () => other.query('commit'),
  }
}
