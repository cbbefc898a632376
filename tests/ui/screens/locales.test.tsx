import { expect, it } from 'vitest'
import { languages, localeOf, partsOf, regions } from '../../../src/ui/accounts/profile/locales.ts'
import { writtenAs } from '../../../src/ui/parts/format.ts'

it('[ux 5] [issue 43.1] offers the languages that exist, and a region format of its own', () => {
  expect(languages().map(({ value, label }) => [value, label])).toEqual([
    ['', 'Same as this browser'],
    ['en', 'English'],
    ['de', 'Deutsch'],
  ])
  const labelled = new Map(regions({ language: 'en', region: '' }).map(({ value, label }) => [value, label]))
  expect(labelled.get('DE')).toBe(`Germany: ${writtenAs('en-DE')}`)
  expect(labelled.get('DE')).toMatch(/ 1\.234,5$/)
  expect(labelled.get('US')).toMatch(/ 1,234\.5$/)
  // German is not written otherwise there.
  expect(regions({ language: 'de', region: '' }).map(({ value }) => value)).not.toContain('US')
})

it('[issue 43.1] keeps both in one locale, also one of before whose texts do not exist', () => {
  for (const locale of ['', 'en', 'de', 'de-AT', 'en-DE']) expect(localeOf(partsOf(locale))).toBe(locale)
  expect(partsOf('nb')).toEqual({ language: 'en', region: 'NO' })
  expect(partsOf('pt-BR')).toEqual({ language: 'en', region: 'BR' })
  expect(regions(partsOf('pt-BR')).map(({ value }) => value)).toContain('BR')
  // With the language of the browser goes its region.
  expect(localeOf({ language: '', region: 'DE' })).toBe('')
})
