import { LANGUAGE_COOKIE, languageOf } from '../../texts/language.ts'
import { readCookie, writeCookie } from '../browser/cookies.ts'
import type { Storage } from '../browser/storage.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { attemptLocale, timeZoneOf, WRITING, type Writing, writingIn } from './locale.start.ts'

const A_YEAR = 365 * 24 * 60 * 60

/**
 * Tells the server the profile's language with a cookie: it answers with the page in this language, so the
 * page reloads if it is in another. A server without languages is asked once. All tabs share the cookie, so
 * it does not say what this page was asked for.
 */
export const createShownLanguage = (tab: Pick<Window, 'document' | 'location'>) => {
  let asked = readCookie(LANGUAGE_COOKIE)
  return (locale: string) => {
    const wanted = locale === '' ? null : languageOf(locale)
    if (wanted !== readCookie(LANGUAGE_COOKIE))
      writeCookie(LANGUAGE_COOKIE, wanted ?? '', wanted === null ? 0 : A_YEAR)
    if (wanted === asked) return
    asked = wanted
    if (wanted !== null && wanted !== tab.document.documentElement.lang) tab.location.reload()
  }
}

interface Options {
  readonly storage: Storage
  readonly cache: QueryCache
  readonly write: (writing: Writing) => void
  /** '' if the browser decides. */
  readonly showLanguage: (locale: string) => void
}

/** Applies the profile's language and formats after each read, and on the next start. */
export const watchLocale = ({ storage, cache, write, showLanguage }: Options) =>
  cache.getQueryCache().subscribe(({ query, type }) => {
    if (type !== 'updated' || query.queryKey[0] !== 'me') return
    const writing = writingIn(query.state.data)
    if (!writing) return
    showLanguage(writing.locale)
    if (storage.read(WRITING) === JSON.stringify(writing)) return
    const previousZone = timeZoneOf(storage)
    storage.write(WRITING, JSON.stringify(writing))
    attemptLocale(writing, write)
    // Charts and filtered lists were read with the days of the previous zone.
    if (timeZoneOf(storage) !== previousZone) void cache.invalidateQueries({ queryKey: ['org'] })
  })
