import { createHash } from 'node:crypto'
import { cut } from '../../../../src/services/contract/common.ts'
import { cleaned } from '../../../knowledge/ingestion/clean.ts'
import type { Written } from '../channel.types.ts'
import type { Letter } from './letter.ts'
import { isVerified } from './verified.ts'

/** Per person and day: ends a loop of two programs, even if neither declares itself one. */
const HEARD = { inThread: 20, inAll: 60 }
const QUOTE_MAX = 400

export const hashed = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** The thread is part of an answer's id: some programs send only that in a reply. */
export const idOf = (answer: string, thread: string, address: string) =>
  `<${hashed(answer)}.${thread}@${address.slice(address.lastIndexOf('@') + 1)}>`
const OWN_ID = /^<[\da-f]{32}\.([\da-f]{32})@([^@]+)>$/

const threadOf = ({ references, id }: Letter, address: string) => {
  for (const reference of references) {
    const [, thread, domain] = OWN_ID.exec(reference) ?? []
    if (thread && address.endsWith(`@${domain}`)) return thread
  }
  return hashed(references[0] ?? id)
}

/** A first mail's subject says what it is about. */
const questionIn = ({ subject, text, references }: Letter) =>
  references.length > 0 || text.startsWith(subject) ? text : `${subject}\n\n${text}`.trim()

type Settings = { address: string; checkedBy: string }

/** A mail as a question; null without a known sender. `at` is its position in the mailbox. */
export const writtenIn = (letter: Letter, at: string, { address, checkedBy }: Settings): Written | null => {
  const { sender, isAutomatic, to, cc } = letter
  const own = address.toLowerCase()
  if (sender === '' || sender === own || isAutomatic || !isVerified(letter.checks, sender, checkedBy))
    return null
  const id = letter.id || `<${hashed(at)}@mailbox.invalid>`
  const thread = threadOf({ ...letter, id }, own)
  const text = questionIn(letter)
  if (text === '' && !letter.hasAttachments) return null
  return {
    kind: 'written',
    key: hashed(`${sender} ${id}`),
    sender,
    person: { name: letter.name, email: sender },
    thread,
    isEndless: false,
    heardInADay: HEARD,
    text,
    place: {
      to: sender,
      subject: letter.subject,
      id: letter.id,
      references: letter.references.join(' '),
      thread,
      at,
      quote: cleaned(cut(letter.text, QUOTE_MAX)),
      attachments: letter.hasAttachments ? 'unread' : '',
    },
    // Recipients of a copy are not asked.
    isAddressed: to.includes(own) || !cc.includes(own),
  }
}
