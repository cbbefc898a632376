import type { Language } from '../../../src/texts/language.ts'
import { say, written } from '../texts/say.ts'
import type { Letter } from './letter.ts'
import type { Mail, Message } from './mail.types.ts'

/** A letter in a language, with the texts common to all mails. */
export const translated = (
  { subject, says, sender = 'Lectern', why = say('mail.why') }: Message & Pick<Mail, 'sender' | 'why'>,
  language: Language,
): Letter => ({
  language,
  subject: written(subject, language),
  says: says.map((part) =>
    'url' in part ? { label: written(part.label, language), url: part.url } : written(part, language),
  ),
  openAddress: written(say('mail.open_address'), language),
  why: written(why, language),
  sender,
})
