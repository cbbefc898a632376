import type { Translator } from './server-texts.ts'

let translated: Translator = (english) => english

/** Where another language than English is shown, from its file on. */
export const translateServerBy = (translator: Translator) => {
  translated = translator
}

/** What the server has said, in the language that is shown. */
export const fromServer = (english: string) => translated(english)
