import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { CodedText } from '../../../src/services/contract/coded-text.ts'
import german from '../../../src/texts/de/server.json' with { type: 'json' }
import type { Language } from '../../../src/texts/language.ts'
import { ENGLISH } from './english/index.ts'

/** The names of the values in an ICU message: they are in camel case, and one-word branches begin differently. */
type NameAt<Rest> = Rest extends `${infer Until}}${string}`
  ? Until extends `${infer Name},${string}`
    ? Name
    : Until
  : never
type IsName<Name> = Name extends '' | `${string}${' ' | '{' | '#'}${string}`
  ? never
  : Name extends Uncapitalize<Name & string>
    ? Name
    : never
type NamesIn<Text, Found = never> = Text extends `${string}{${infer Rest}`
  ? NamesIn<Rest, Found | IsName<NameAt<Rest>>>
  : Found

export type Code = keyof typeof ENGLISH
type Value = NonNullable<CodedText['values']>[string]
/** Values that this code's text needs. */
export type ValuesOf<C extends Code> = [NamesIn<(typeof ENGLISH)[C]>] extends [never]
  ? []
  : [values: Readonly<Record<NamesIn<(typeof ENGLISH)[C]> & string, Value>>]

/** A text by its code, to be written in its reader's language. */
export const say = <C extends Code>(code: C, ...[values]: ValuesOf<C>): CodedText => ({
  code,
  ...(values && { values }),
})

const TEXTS: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en: ENGLISH, de: german }

const LANGUAGES = {
  en: setupI18n({ locale: 'en', messages: { en: {} } }),
  de: setupI18n({ locale: 'de', messages: { de: {} } }),
}

/** A text in a language. */
export const written = ({ code, values = {} }: CodedText, language: Language = 'en'): string => {
  const i18n = LANGUAGES[language]
  // Compiled on first use: a reading process uses only one.
  i18n.messages[code] ??= compileMessage(TEXTS[language][code] ?? code)
  return i18n._(
    code,
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'object' ? written(value, language) : value,
      ]),
    ),
  )
}
