import { shownLanguage } from '../../texts/t.ts'

const names = new Intl.DisplayNames(shownLanguage(), { type: 'region' })

/** `Norway` for NO; a code that the browser does not know stays as it is. */
export function countryName(code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
