import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { at, partOf } from './columns.ts'

/** Servers running on this database; a silent one is removed by another. */
export const processes = pgTable('processes', {
  id: uuid().primaryKey(),
  seenAt: at().notNull().defaultNow(),
})

/** One row: the secret that the database is used with. */
export const installation = pgTable(
  'installation',
  { id: integer().primaryKey().default(1), secretFingerprint: text().notNull() },
  ({ id }) => [check('installation_is_one', sql`${id} = 1`)],
)

/** Chores done once for all processes, and when each was last done. */
export const chores = pgTable('chores', {
  name: text().primaryKey(),
  doneAt: at().notNull(),
})

/** Calls within a time window, by limit and caller. Unlogged: losing them in a crash does no harm. */
export const rateCounts = pgTable('rate_counts', {
  key: text().primaryKey(),
  count: integer().notNull(),
  endsAt: at().notNull(),
})

/** Open sockets of all processes. Unlogged. */
export const openSockets = pgTable(
  'open_sockets',
  {
    id: uuid().primaryKey(),
    processId: partOf(() => processes.id),
    /** A user, or a visitor. */
    holder: uuid().notNull(),
    /** Network of a visitor; null for members. */
    network: text(),
    openedAt: at().notNull().defaultNow(),
  },
  (table) => [
    index('open_sockets_holder').on(table.holder),
    index('open_sockets_network').on(table.network),
    index('open_sockets_process').on(table.processId),
  ],
)
