import { attemptLocale, WRITING, type Writing, writingIn } from './locale.start.ts'
import type { QueryCache } from './query-cache.ts'
import type { Storage } from './storage.ts'

/** Dates and numbers are written as the profile says, each time that it was read, and next time from the start. */
export const watchLocale = (storage: Storage, cache: QueryCache, write: (writing: Writing) => void) =>
  cache.getQueryCache().subscribe(({ query, type }) => {
    if (type !== 'updated' || query.queryKey[0] !== 'me') return
    const writing = writingIn(query.state.data)
    if (!writing || storage.read(WRITING) === JSON.stringify(writing)) return
    storage.write(WRITING, JSON.stringify(writing))
    attemptLocale(writing, write)
  })
