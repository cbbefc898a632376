import pg from 'pg'

/** Runs work while no one else on the database does so under the same name, in any process. */
export type WithLock = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>

/**
 * PostgreSQL locks, which end with their connection: a killed process holds none. This process can hold or wait for
 * `max`, on connections separate from those of the locked work.
 */
export const createNamedLocks = (options: pg.PoolConfig & { max: number }) => {
  const pool = new pg.Pool(options)
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const withLock: WithLock = async (name, work) => {
    const client = await pool.connect()
    try {
      await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
    } catch (error) {
      client.release(true)
      throw error
    }
    try {
      return await work()
    } finally {
      // If unlocking fails, the lock ends with its connection.
      await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]).then(
        () => client.release(),
        () => client.release(true),
      )
    }
  }
  return { withLock, close: () => pool.end() }
}
