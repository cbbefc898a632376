import type { Said } from '../../../src/services/contract/said.ts'
import type { Language } from '../../../src/texts/language.ts'
import type { Letter } from './letter.ts'

/** What a mail says, paragraph by paragraph; an action is the one thing to do. */
export type Message = { subject: Said; says: readonly (Said | { label: Said; url: string })[] }

/**
 * `linkId`: the mailed link in it, with which a kept copy ends. `language`: of its reader, where it is known.
 * `sender` and `why`: for readers who do not know Lectern. `replyTo`: whom an answer to it reaches. `settled` learns
 * whether it was taken, after the last try. `organizationId`: whose business it is, where it is not about an account.
 */
export type Mail = Message & {
  to: string
  linkId?: string
  organizationId?: string
  language?: Language
  sender?: string
  why?: Said
  replyTo?: string
  settled?: (isTaken: boolean) => Promise<unknown>
}
/** As it is sent. */
export type WrittenMail = Letter & Pick<Mail, 'to' | 'linkId' | 'organizationId' | 'replyTo'>
