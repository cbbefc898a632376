import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Config } from '../config/config.ts'
import { startEmbedded } from './embedded.ts'
import { GuardedPool, insideTransaction } from './guard.ts'
import { migrateDatabase } from './migrate.ts'
import * as schema from './schema/index.ts'

export type Db = NodePgDatabase<typeof schema>
/** What a transaction gets; a function that takes `Db | Tx` works in both. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export type Database = {
  db: Db
  pool: pg.Pool
  kind: 'embedded' | 'postgresql'
  close(): Promise<void>
}

const CONNECTIONS = 10

/**
 * Opens the operator's PostgreSQL, or the embedded one in the data folder, and migrates it.
 * @throws DataFolderInUse, ConfigError, or the driver's error when the database cannot be reached
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<Database> {
  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir)
  const kind = embedded ? 'embedded' : 'postgresql'
  const pool = new GuardedPool({
    max: CONNECTIONS,
    ...(embedded ? { host: embedded.host, user: 'postgres' } : { connectionString: config.databaseUrl! }),
    ...(embedded ? { database: 'postgres' } : { connectionTimeoutMillis: 10_000 }),
  })
  pool.on('error', (error) => log.error({ err: error }, 'a database connection was lost'))
  // One that is lost between two queries of a transaction has no other listener, and would end the process;
  // the next query on it fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  const close = async () => {
    await pool.end()
    await embedded?.close()
  }
  try {
    await migrateDatabase(pool, kind)
  } catch (error) {
    await close()
    throw error
  }
  return { db: guardedDb(pool), pool, kind, close }
}

function guardedDb(pool: pg.Pool): Db {
  const db = drizzle(pool, { schema, casing: 'snake_case' })
  const transaction = db.transaction.bind(db)
  db.transaction = (body, options) => transaction((tx) => insideTransaction(() => body(tx)), options)
  return db
}
