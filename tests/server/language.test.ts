import { expect, it } from 'vitest'
import { inLanguageOf, languageOfRequest } from '../../server/kernel/http/language.ts'

it.each([
  [{}, 'en'],
  [{ 'accept-language': 'de' }, 'de'],
  [{ 'accept-language': 'de-AT' }, 'de'],
  [{ 'accept-language': 'en-US,en;q=0.9,de;q=0.8' }, 'en'],
  [{ 'accept-language': 'fr-FR,fr;q=0.9,de;q=0.5' }, 'de'],
  [{ 'accept-language': 'fr' }, 'en'],
  [{ 'accept-language': '*' }, 'en'],
  [{ 'accept-language': ';;q=,' }, 'en'],
  [{ 'accept-language': 'en', cookie: 'sidebar=open; language=de' }, 'de'],
  [{ 'accept-language': 'de', cookie: 'language=en' }, 'en'],
  [{ 'accept-language': 'de', cookie: 'language=../../etc' }, 'en'],
])('responds to %j in %s', (headers, language) => {
  expect(languageOfRequest({ headers })).toBe(language)
  expect(inLanguageOf({ headers }, 'index.html')).toBe(language === 'en' ? 'index.html' : 'de/index.html')
})
