import { LANGUAGES } from '../../../texts/language.ts'
import { shownLanguage, t } from '../../../texts/t.ts'
import { isWritten, writtenAs } from '../../parts/format.ts'

/** Regions with their own way of writing dates and numbers, in one of our languages. */
const REGIONS =
  'AT AU BE CA CH CZ DE DK ES FI FR GB HU IE IL IN IT JP LI LU MY NL NO NZ PH PL PT RO SE SG SI SK UA US ZA'

type Parts = { readonly language: string; readonly region: string }

/** A locale as two choices, '' if the browser or the language decides: without texts, they are English. */
export function partsOf(locale: string): Parts {
  if (locale === '') return { language: '', region: '' }
  const { language, region = '' } = new Intl.Locale(locale)
  return LANGUAGES.some((one) => one === language)
    ? { language, region }
    : { language: 'en', region: new Intl.Locale(locale).maximize().region ?? '' }
}

export const localeOf = ({ language, region }: Parts) =>
  language === '' || region === '' ? language : `${language}-${region}`

const named = (code: string, type: 'language' | 'region', inLanguage: string) => {
  const name = new Intl.DisplayNames([inLanguage], { type }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(inLanguage) + name.slice(1)
}

/** Languages of the texts, each in its own words; '' is the browser's. */
export const languages = () => [
  { value: '', label: t('Same as this browser') },
  ...LANGUAGES.map((value) => ({ value, label: named(value, 'language', value) })),
]

/** Regions by name, with a sample date and number. */
export function regions({ language, region }: Parts) {
  const example = writtenAs(language)
  if (language === '') return [{ value: '', label: t('Same as this browser: {example}', { example }) }]
  const known = REGIONS.split(' ').filter((code) => isWritten(`${language}-${code}`))
  return [
    { value: '', label: t('Default for this language: {example}', { example }) },
    ...[...new Set([...known, ...(region ? [region] : [])])]
      .map((value) => ({
        value,
        label: `${named(value, 'region', shownLanguage())}: ${writtenAs(localeOf({ language, region: value }))}`,
      }))
      .sort((a, b) => a.label.localeCompare(b.label)),
  ]
}
