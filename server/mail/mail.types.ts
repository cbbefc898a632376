import type { Language } from '../../src/texts/language.ts'
import type { Letter, Message } from './letter.ts'

/** `linkId`: the mailed link in it, with which a kept copy ends. `language`: of its reader, where it is known. */
export type Mail = Message & { to: string; linkId?: string; language?: Language }
/** As it is sent. */
export type WrittenMail = Letter & Pick<Mail, 'to' | 'linkId'>
