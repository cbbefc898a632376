import { LANGUAGE_COOKIE, languageOf } from '../../texts/language.ts'
import { readCookie, writeCookie } from '../browser/cookies.ts'

const A_YEAR = 365 * 24 * 60 * 60

/**
 * Tells the server the language of the profile, by a cookie: it answers with the page in this language, which is
 * fetched anew where the shown one is in another. A server that knows no languages is asked once.
 */
export const createShownLanguage = (tab: Pick<Window, 'document' | 'location'>) => (locale: string) => {
  const told = readCookie(LANGUAGE_COOKIE)
  const wanted = locale === '' ? null : languageOf(locale)
  if (wanted === told) return
  writeCookie(LANGUAGE_COOKIE, wanted ?? '', wanted === null ? 0 : A_YEAR)
  if (wanted !== null && wanted !== tab.document.documentElement.lang) tab.location.reload()
}
