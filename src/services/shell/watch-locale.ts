import type { Storage } from '../browser/storage.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { attemptLocale, WRITING, type Writing, writingIn } from './locale.start.ts'

interface Options {
  readonly storage: Storage
  readonly cache: QueryCache
  readonly write: (writing: Writing) => void
  /** '' where the browser decides. */
  readonly showLanguage: (locale: string) => void
}

/** All is written as the profile says, each time that it was read, and next time from the start. */
export const watchLocale = ({ storage, cache, write, showLanguage }: Options) =>
  cache.getQueryCache().subscribe(({ query, type }) => {
    if (type !== 'updated' || query.queryKey[0] !== 'me') return
    const writing = writingIn(query.state.data)
    if (!writing) return
    showLanguage(writing.locale)
    if (storage.read(WRITING) === JSON.stringify(writing)) return
    storage.write(WRITING, JSON.stringify(writing))
    attemptLocale(writing, write)
  })
