import type { Storage } from '../browser/storage.ts'

export const WRITING = 'writing'

/** How the person wants dates and numbers written, from their profile. */
export interface Writing {
  readonly locale: string
  readonly timezone: string
}

/** Checked by hand: the log-in page loads this file, and a schema would pull in zod. */
export const writingIn = (value: unknown): Writing | null => {
  const { locale, timezone } = (value ?? {}) as Partial<Writing>
  return typeof locale === 'string' && typeof timezone === 'string' ? { locale, timezone } : null
}

function remembered(storage: Storage): Writing | null {
  try {
    return writingIn(JSON.parse(storage.read(WRITING) ?? 'null'))
  } catch {
    return null
  }
}

/** The person's time zone: from their profile, otherwise from this computer. */
export const timeZoneOf = (storage: Storage) =>
  remembered(storage)?.timezone || Intl.DateTimeFormat().resolvedOptions().timeZone

/** A language or a time zone that this browser does not know: no change. */
export function attemptLocale(writing: Writing, write: (writing: Writing) => void) {
  try {
    write(writing)
  } catch {}
}

/** Dates and numbers are written as last time, until the profile has been read. */
export function initLocale(storage: Storage, write: (writing: Writing) => void) {
  const last = remembered(storage)
  if (last) attemptLocale(last, write)
}
