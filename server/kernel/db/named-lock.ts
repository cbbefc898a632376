import pg from 'pg'

/** How many may hold or wait for a lock in one process; they have connections apart, so that their work finds others. */
const CONNECTIONS = 4

/** Does work while nobody else on the database does any under the same name, in this process or another. */
export type WithLock = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>

/** Locks of PostgreSQL, which end with their connection: a process that is killed holds none. */
export const createNamedLocks = (options: pg.PoolConfig) => {
  const pool = new pg.Pool({ ...options, max: CONNECTIONS })
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
      // Where it cannot be unlocked, the lock ends with its connection.
      await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]).then(
        () => client.release(),
        () => client.release(true),
      )
    }
  }
  return { withLock, close: () => pool.end() }
}
