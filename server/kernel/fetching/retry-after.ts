const RETRY_AFTER_MAX = 24 * 60 * 60 * 1000 // ms

/** The wait that a `Retry-After` asks for, in ms; null if it is unreadable. */
export const retryAfterOf = (header: string | null) => {
  if (header === null) return null
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), RETRY_AFTER_MAX)
}
