import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Config } from '../config/config.ts'
import { createTurns } from '../turns.ts'
import { socketFolder, startEmbedded } from './embedded.ts'
import { isDeadlock } from './errors.ts'
import { GuardedPool, insideTransaction } from './guard.ts'
import { migrateDatabase } from './migrations.ts'
import { createNamedLocks, type WithLock } from './named-lock.ts'
import * as schema from './schema/index.ts'

export type Db = NodePgDatabase<typeof schema>
/** The handle inside a transaction; a function that takes `Db | Tx` works in both. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export type Database = {
  db: Db
  pool: pg.Pool
  kind: 'embedded' | 'postgresql'
  /** For work in the database: questions wait for these locks. */
  withLock: WithLock
  /** For work that waits for other services, by locks of its own, so that it never holds up the other kind. */
  withLongLock: WithLock
  close(): Promise<void>
}

const CONNECTIONS = 10
const LOCKS_MAX = 4
/** More than what waits in the background: two replies, the renewal of plans, and tokens of sources being read. */
export const LONG_LOCKS_MAX = 8

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>
type Log = Pick<FastifyBaseLogger, 'error'>
export type Connections = Omit<Database, 'db' | 'withLock' | 'withLongLock'>

/**
 * Opens the operator's PostgreSQL, or the embedded one in the data folder, and migrates it.
 * @throws DataFolderInUse, ConfigError, or the driver's error if the database is unreachable
 */
export async function openDatabase(place: Place, log: Log): Promise<Database> {
  const { pool, kind, close } = await connect(place, log)
  try {
    await migrateDatabase(pool, kind)
  } catch (error) {
    await close()
    throw error
  }
  const locks = locksOf(place, LOCKS_MAX)
  const longLocks = locksOf(place, LONG_LOCKS_MAX)
  return {
    db: guardedDb(pool),
    pool,
    kind,
    withLock: locks.withLock,
    withLongLock: longLocks.withLock,
    close: async () => {
      await Promise.all([locks.close(), longLocks.close()])
      await close()
    },
  }
}

/**
 * First in order within this process, which takes no connection, then across all; the embedded database has only
 * this one.
 */
function locksOf({ databaseUrl }: Place, max: number): { withLock: WithLock; close(): Promise<void> } {
  const inTurn = createTurns()
  if (!databaseUrl) return { withLock: inTurn, close: async () => {} }
  const { withLock, close } = createNamedLocks({ ...connectionTo(databaseUrl), max })
  return { withLock: (name, work) => inTurn(name, () => withLock(name, work)), close }
}

const connectionTo = (url: string): pg.PoolConfig => ({
  connectionString: url,
  connectionTimeoutMillis: 10_000,
  // A connection that only reads would wait for ever if the machine lost power or a firewall forgot it.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
})

/** Connects without changing anything: for commands that inspect a database of any version. */
export async function connect({ databaseUrl, dataDir }: Place, log: Log): Promise<Connections> {
  if (databaseUrl) return connectTo(connectionTo(databaseUrl), log)
  const embedded = await startEmbedded(dataDir)
  const { pool, kind, close } = connectToEmbedded(embedded.host, log)
  return {
    pool,
    kind,
    close: async () => {
      await close()
      await embedded.close()
    },
  }
}

/** Connects to a running server's embedded database, through the socket in its data folder. */
export const connectToRunning = (dataDir: string, log: Log): Connections =>
  connectToEmbedded(socketFolder(dataDir), log)

const connectToEmbedded = (host: string, log: Log): Connections => ({
  ...connectTo({ host, user: 'postgres', database: 'postgres' }, log),
  kind: 'embedded',
})

function connectTo(options: pg.PoolConfig, log: Log): Connections {
  const pool = new GuardedPool({ max: CONNECTIONS, ...options })
  pool.on('error', (error) => log.error({ err: error }, 'a database connection was lost'))
  // A connection lost between two queries of a transaction has no other listener and would end the process; its
  // next query fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  return { pool, kind: 'postgresql', close: () => pool.end() }
}

export function guardedDb(pool: pg.Pool): Db {
  const db = drizzle(pool, { schema, casing: 'snake_case' })
  const transaction = db.transaction.bind(db)
  db.transaction = (body, options) => {
    const attempt = () => transaction((tx) => insideTransaction(() => body(tx)), options)
    // Undone as a whole; the other transaction has its locks by now.
    return attempt().catch((error: unknown) => {
      if (!isDeadlock(error)) throw error
      return attempt()
    })
  }
  return db
}
