import path from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { ROOT } from '../paths.ts'

export const MIGRATIONS = path.join(ROOT, 'server/kernel/db/migrations')

export type Migration = ReturnType<typeof readMigrationFiles>[number]

/** Migrations of this version, oldest first. */
export const knownMigrations = (): Migration[] => readMigrationFiles({ migrationsFolder: MIGRATIONS })

type Queries = Pick<pg.ClientBase, 'query'>

/** Hashes of the migrations applied to a database, oldest first; none if no Lectern has used it. */
export async function appliedMigrations(client: Queries): Promise<string[]> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  )
  if (!rows[0]?.exists) return []
  const applied = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by created_at',
  )
  return applied.rows.map(({ hash }) => hash)
}

/** Creates drizzle's table of migrations the way drizzle does. */
export async function prepareMigrations(client: Queries): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    `create table if not exists drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint)`,
  )
}

/** Applies migrations within the caller's transaction, which drizzle's own `migrate` cannot do. */
export async function applyMigrations(client: Queries, migrations: readonly Migration[]): Promise<void> {
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
}
