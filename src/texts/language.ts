/** Languages that the interface is written in. */
export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** Name of the cookie that tells the server the chosen language. */
export const LANGUAGE_COOKIE = 'language'

/** The language of a tag such as `de-AT`; English if it is none of ours. */
export const languageOf = (tag: string): Language =>
  LANGUAGES.find((language) => tag.toLowerCase().split('-', 1)[0] === language) ?? 'en'
