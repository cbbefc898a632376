import { type SQL, sql } from 'drizzle-orm'
import type { SourceRefresh } from '../../../src/services/contract/sources.ts'
import { sources } from '../../kernel/db/schema/index.ts'

const DAY = 24 * 3_600_000 // ms
const EVERY: Record<SourceRefresh, number | null> = { never: null, daily: DAY, weekly: 7 * DAY }

/** Time of a source's next reading; null: none. */
export const nextReading = (refresh: SourceRefresh, after = new Date()) => {
  const every = EVERY[refresh]
  return every === null ? null : new Date(after.getTime() + every)
}

/** The same by the row's interval when it is written: someone may have changed it since the row was read. */
export const nextReadingOfRow = (): SQL<Date | null> => {
  const cases = Object.entries(EVERY).map(
    ([refresh, every]) => sql`when ${refresh} then ${every}::int * interval '1 millisecond'`,
  )
  return sql`${new Date().toISOString()}::timestamptz + case ${sources.refresh} ${sql.join(cases, sql` `)} end`
}
