import * as z from 'zod/mini'
import type { QueryCache } from './query-cache.ts'
import type { Storage } from './storage.ts'

export const WRITING = 'writing'

const Writing = z.object({ locale: z.string(), timezone: z.string() })
type Writing = z.infer<typeof Writing>

function remembered(storage: Storage): Writing | null {
  try {
    return z.parse(Writing, JSON.parse(storage.read(WRITING) ?? 'null'))
  } catch {
    return null
  }
}

/** Where the days of the person begin: as their profile says, else as this computer is set. */
export const timeZoneOf = (storage: Storage) =>
  remembered(storage)?.timezone || Intl.DateTimeFormat().resolvedOptions().timeZone

/** Dates and numbers are written as the person wants it: as last time, then as their profile says. */
export function initLocale(storage: Storage, cache: QueryCache, write: (writing: Writing) => void) {
  const attempt = (writing: Writing) => {
    try {
      write(writing)
    } catch {
      // A language or a time zone that this browser does not know: it stays as it was.
    }
  }
  const last = remembered(storage)
  if (last) attempt(last)
  cache.getQueryCache().subscribe(({ query, type }) => {
    if (type !== 'updated' || query.queryKey[0] !== 'me') return
    const me = z.safeParse(Writing, query.state.data)
    if (!me.success || storage.read(WRITING) === JSON.stringify(me.data)) return
    storage.write(WRITING, JSON.stringify(me.data))
    attempt(me.data)
  })
}
