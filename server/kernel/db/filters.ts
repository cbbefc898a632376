import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** A `like` pattern for texts that contain these words literally. */
export const containing = (words: string) => `%${words.replace(/[\\%_]/g, '\\$&')}%`

/** The number of selected rows that meet a condition. */
export const countWhere = (condition: SQL) =>
  sql<number>`count(*) filter (where ${condition})`.mapWith(Number)

/** The midnight at which a day begins, or ends. */
export const beginOf = (day: string, timeZone: string) =>
  sql`(${day}::date)::timestamp at time zone ${timeZone}`
export const endOf = (day: string, timeZone: string) =>
  sql`(${day}::date + 1)::timestamp at time zone ${timeZone}`

/** Orders a list by name as people do: “Handbook 2” before “Handbook 10”, and “Übersee” before “Zoo”. */
export const byName = (name: SQLWrapper) => sql`(${name}) collate "by_name"`
