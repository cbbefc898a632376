import { expect } from 'vitest'
import type { TestServer } from './server.ts'

const WAITING = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`

/** Holds the rows that a statement locks, until `release`. Needs PostgreSQL: the embedded one has one connection. */
export async function holdRows({ database: { pool } }: Pick<TestServer, 'database'>, statement: string) {
  const other = await pool.connect()
  await other.query(`begin; ${statement}`)
  return {
    /** Resolves once so many others wait, for these rows or for each other. */
    waiters: (count: number) => expect.poll(async () => (await pool.query(WAITING)).rows).toHaveLength(count),
    async release() {
      await other.query('rollback')
      other.release()
    },
  }
}
