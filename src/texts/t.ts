import { i18n } from '@lingui/core'
import { injectedTexts } from './injected-texts.ts'

/** Values of placeholders; null leaves them empty. */
type Values = Readonly<Record<string, string | number | null | undefined>>
/** As Lingui compiles it: text and placeholders. */
type Compiled = NonNullable<typeof i18n.messages>[string]

// Another language has been loaded before, from its own file.
i18n.loadAndActivate(injectedTexts ?? { locale: 'en', messages: {} })

// Lingui's compiler is left out of the build, which compiles every text that has placeholders; the others are plain.
if (process.env.NODE_ENV === 'production') i18n.setMessagesCompiler((plain) => [plain])

/** The tag of the displayed language. */
export const shownLanguage = () => i18n.locale

/**
 * A text of the interface in the displayed language. English is its own key, in ICU's message format: `t('{count,
 * plural, one {# document} other {# documents}}', { count })`. Other languages have their catalogues in src/texts;
 * the build adds the compiled ones, so that no browser loads a message parser.
 */
export const t = (english: string, values?: Values, compiled?: Compiled) =>
  i18n._(english, values, compiled === undefined ? {} : { message: compiled as string })
