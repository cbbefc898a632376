import { DAY } from '../../kernel/durations.ts'

/** The last `days` dates in a time zone, oldest first. */
export function datesOf(days: number, timeZone: string): string[] {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  const now = Date.now()
  // Twice a day: when clocks are set back, a day has 25 hours.
  const dates = Array.from({ length: days * 2 }, (_, half) => format.format(now - (half * DAY) / 2))
  return [...new Set(dates)].slice(0, days).reverse()
}
