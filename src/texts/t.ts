import { i18n } from '@lingui/core'
import { given } from './given.ts'

/** Of placeholders; nothing stands in the place of one that is null. */
type Values = Readonly<Record<string, string | number | null | undefined>>
/** As Lingui compiles it: text and placeholders. */
type Compiled = NonNullable<typeof i18n.messages>[string]

// Another language has come before, in a file of its own.
i18n.loadAndActivate(given ?? { locale: 'en', messages: {} })

/** The tag of the language that texts are shown in. */
export const shownLanguage = () => i18n.locale

/**
 * A text of the interface in the language that is shown. English is its own key, in ICU's message format:
 * `t('{count, plural, one {# document} other {# documents}}', { count })`. Other languages have their catalogues in
 * src/texts; the build adds what it compiled, so that no browser loads a parser of messages.
 */
export const t = (english: string, values?: Values, compiled?: Compiled) =>
  i18n._(english, values, compiled === undefined ? {} : { message: compiled as string })
