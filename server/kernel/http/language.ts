import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { LANGUAGE_COOKIE, LANGUAGES, languageOf } from '../../../src/texts/language.ts'

/** Headers that determine a page's language. */
export const VARY = 'accept-language, cookie'

const CHOSEN = `${LANGUAGE_COOKIE}=`

/** The language chosen in the profile, else the browser's preference. */
export function languageOfRequest({ headers }: Pick<FastifyRequest, 'headers'>) {
  const cookie = (headers.cookie ?? '')
    .split('; ')
    .find((one) => one.startsWith(CHOSEN))
    ?.slice(CHOSEN.length)
  return languageOf(cookie ?? new Negotiator({ headers }).language([...LANGUAGES]) ?? '')
}

/** A page's file in the language of the request; English is at the top, the others are in their own folders. */
export function inLanguageOf(request: Pick<FastifyRequest, 'headers'>, file: string) {
  const language = languageOfRequest(request)
  return language === 'en' ? file : `${language}/${file}`
}
