import type { SourceRefresh } from '../../../src/services/contract/sources.ts'

const DAY = 24 * 3_600_000 // ms
const EVERY: Record<SourceRefresh, number | null> = { never: null, daily: DAY, weekly: 7 * DAY }

/** Time of a source's next reading; null: none. */
export const nextReading = (refresh: SourceRefresh, after = new Date()) => {
  const every = EVERY[refresh]
  return every === null ? null : new Date(after.getTime() + every)
}
