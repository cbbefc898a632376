import { pino } from 'pino'
import type { Config } from '../kernel/config/config.ts'
import { DataFolderInUse } from '../kernel/db/lock.ts'
import { migrateDatabase } from '../kernel/db/migrations.ts'
import { type Connections, connect, connectToRunning, type Db, guardedDb } from '../kernel/db/open.ts'

/** A database for a command. */
export type Connection = Connections & {
  /** A server is running on the embedded database, reached through its socket. */
  isShared: boolean
}

const log = pino({ level: 'silent' })

/** The database as it is, even while a server runs on it. */
export async function openConnection(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Connection> {
  try {
    return { ...(await connect(config, log)), isShared: false }
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    return { ...connectToRunning(config.dataDir, log), isShared: true }
  }
}

/** Migrates the schema first, unless a running server has done so. */
export async function migrated({ pool, kind, isShared }: Connection): Promise<Db> {
  if (!isShared) await migrateDatabase(pool, kind)
  return guardedDb(pool)
}
