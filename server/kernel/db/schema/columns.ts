import { type AnyPgColumn, timestamp, uuid } from 'drizzle-orm/pg-core'

export const at = () => timestamp({ withTimezone: true })

/** Refers to what it is a part of, and is deleted with it. */
export const partOf = (whole: () => AnyPgColumn) =>
  uuid().notNull().references(whole, { onDelete: 'cascade' })

/** The same for a row that its whole has at most once. */
export const keyOf = (whole: () => AnyPgColumn) =>
  uuid().primaryKey().references(whole, { onDelete: 'cascade' })
