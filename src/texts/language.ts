/** Languages that the interface is written in. */
export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** Of the cookie by which the server knows the language that somebody has chosen. */
export const LANGUAGE_COOKIE = 'language'

/** The language of a tag such as `de-AT`; English where there is none of ours. */
export const languageOf = (tag: string): Language =>
  LANGUAGES.find((language) => tag.toLowerCase().split('-', 1)[0] === language) ?? 'en'
