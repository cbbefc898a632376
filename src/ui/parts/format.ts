const number = new Intl.NumberFormat('en')
const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** `3 documents`, `1 document`, `No documents` */
export const counted = (count: number, noun: string) =>
  `${count === 0 ? 'No' : number.format(count)} ${noun}${count === 1 ? '' : 's'}`

/** Bytes in the unit that people would say. */
export function formatBytes(bytes: number) {
  if (bytes < 1000) return `${bytes} B`
  const units = ['kB', 'MB', 'GB', 'TB']
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), units.length)
  const value = bytes / 1000 ** power
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[power - 1]}`
}

const time = new Intl.DateTimeFormat('en', { timeStyle: 'short' })
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' })
const weekday = new Intl.DateTimeFormat('en', { weekday: 'long' })
const DAY = 24 * 60 * 60 * 1000

const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

/** As one says it on the day of `now`: the time, `Yesterday`, a weekday of this week, else the date. */
export function formatDay(iso: string, now = new Date()) {
  const parsed = new Date(iso)
  if (Number.isNaN(parsed.getTime())) return 'Invalid date'
  // Rounded: a day of a changed clock has 23 or 25 hours.
  const days = Math.round((midnight(now) - midnight(parsed)) / DAY)
  if (days === 0) return `Today, ${time.format(parsed)}`
  if (days === 1) return 'Yesterday'
  return days > 1 && days < 7 ? weekday.format(parsed) : date.format(parsed)
}

/** Day and time in full. */
export function formatMoment(iso: string) {
  const parsed = new Date(iso)
  return Number.isNaN(parsed.getTime()) ? 'Invalid date' : moment.format(parsed)
}

/** S8.16 */
export function formatDate(iso: string) {
  const parsed = new Date(iso)
  return Number.isNaN(parsed.getTime()) ? 'Invalid date' : date.format(parsed)
}

export const formatSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

/** 0.72 as `72 %`. */
export const formatShare = (share: number) => `${Math.round(share * 100)} %`
