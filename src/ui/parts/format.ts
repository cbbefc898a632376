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

/** S8.16 */
export function formatDate(iso: string) {
  const parsed = new Date(iso)
  return Number.isNaN(parsed.getTime()) ? 'Invalid date' : date.format(parsed)
}

export const formatSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
