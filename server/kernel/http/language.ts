import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { LANGUAGE_COOKIE, LANGUAGES, languageOf } from '../../../src/texts/language.ts'

/** What the language of a page depends on. */
export const VARY = 'accept-language, cookie'

const CHOSEN = `${LANGUAGE_COOKIE}=`

/** The language that somebody has chosen in their profile, else the one that their browser asks for. */
export function languageOfRequest({ headers }: Pick<FastifyRequest, 'headers'>) {
  const cookie = (headers.cookie ?? '')
    .split('; ')
    .find((one) => one.startsWith(CHOSEN))
    ?.slice(CHOSEN.length)
  return languageOf(cookie ?? new Negotiator({ headers }).language([...LANGUAGES]) ?? '')
}

/** The file of a page in the language of the request; English lies at the top, the others in folders of their own. */
export function inLanguageOf(request: Pick<FastifyRequest, 'headers'>, file: string) {
  const language = languageOfRequest(request)
  return language === 'en' ? file : `${language}/${file}`
}
