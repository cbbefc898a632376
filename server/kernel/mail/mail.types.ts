import type { CodedText } from '../../../src/services/contract/coded-text.ts'
import type { Language } from '../../../src/texts/language.ts'
import type { Letter } from './letter.ts'

/** Content of a mail, in paragraphs; an action is the one thing to do. */
export type Message = { subject: CodedText; says: readonly (CodedText | { label: CodedText; url: string })[] }

/**
 * `linkId`: its mailed link; a kept copy ends with it. `language`: the reader's, if known. `sender` and `why`:
 * for readers who do not know Lectern. `replyTo`: recipient of replies. `settled` learns whether it was
 * accepted, after the last try. `organizationId`: the organization concerned, unless it is about an account.
 */
export type Mail = Message & {
  to: string
  linkId?: string
  organizationId?: string
  language?: Language
  sender?: string
  why?: CodedText
  replyTo?: string
  settled?: (isTaken: boolean) => Promise<unknown>
}
/** The mail as sent. */
export type WrittenMail = Letter & Pick<Mail, 'to' | 'linkId' | 'organizationId' | 'replyTo'>
