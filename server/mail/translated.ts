import type { Language } from '../../src/texts/language.ts'
import german from '../../src/texts/server/de.json' with { type: 'json' }
import { type Translator, translatorTo } from '../../src/texts/server-texts.ts'
import type { Letter, Message } from './letter.ts'

const TRANSLATORS: Readonly<Record<Language, Translator>> = {
  en: (english) => english,
  de: translatorTo('de', german),
}

/** A letter in a language, with the words that stand in every mail. */
export function translated({ subject, says }: Message, language: Language): Letter {
  const text = TRANSLATORS[language]
  return {
    language,
    subject: text(subject),
    says: says.map((part) =>
      typeof part === 'string' ? text(part) : { label: text(part.label), url: part.url },
    ),
    openAddress: text('Or open this address:'),
    why: text('You get this mail because this address was used in Lectern.'),
  }
}
