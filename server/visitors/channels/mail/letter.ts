import PostalMime, { addressParser, type Email } from 'postal-mime'
import { cleaned } from '../../../knowledge/ingestion/clean.ts'
import { readHtmlFragment } from '../../../knowledge/ingestion/readers/html.ts'
import { isAutomatic } from './automatic.ts'
import { ownWords } from './own-words.ts'

const SUBJECT_MAX = 300
const NAME_MAX = 100
const REFERENCES_MAX = 50
const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 128 * 1024, maxRfc822NestingDepth: 0 }

/** A question by mail, without quoted text of others. */
export type Letter = {
  /** In lower case; '' if it names none or several. */
  sender: string
  name: string
  to: string[]
  cc: string[]
  subject: string
  /** '' if it has none. */
  id: string
  /** Ids of earlier mails, oldest first. */
  references: string[]
  text: string
  hasAttachments: boolean
  isAutomatic: boolean
  /** The newest Authentication-Results. */
  checks: string | null
}

/** Where mail programs put quoted text in HTML. */
const QUOTED_HTML = /<blockquote\b|<[^<>]{1,200}\b(?:gmail_quote|divRplyFwdMsg|moz-cite-prefix|yahoo_quoted)/i
const ID = /<[!-;=?-~]{1,500}>/g

const oneLine = (text: string, max: number) => cleaned(text.replace(/\s+/g, ' ').trim().slice(0, max))

const textOf = ({ text, html }: Email) => {
  if (text?.trim() || !html) return ownWords(text ?? '', false)
  const quoted = html.search(QUOTED_HTML)
  return ownWords(readHtmlFragment(quoted > 0 ? html.slice(0, quoted) : html, '').text, quoted > 0)
}

/** Parses a mail, of which the first part is enough. Hostile mails can take long: it runs in its own thread. */
export const readLetter = async (source: Uint8Array): Promise<Letter> => {
  const mail = await PostalMime.parse(source, LIMITS)
  // Of repeated headers, the newest comes first in a mail.
  const headers = new Map([...mail.headers].reverse().map(({ key, value }) => [key, value]))
  const senders = mail.headers
    .filter(({ key }) => key === 'from')
    .flatMap(({ value }) => addressParser(value, { flatten: true }))
  const [from] = senders.length === 1 ? senders : []
  const sender = (from?.address ?? '').toLowerCase()
  const addressesIn = (name: string) =>
    addressParser(headers.get(name) ?? '', { flatten: true }).map(({ address }) =>
      (address ?? '').toLowerCase(),
    )
  const ids = (name: string) => headers.get(name)?.match(ID) ?? []
  return {
    sender: /^[^\s@<>"]{1,200}@[^\s@<>"]{1,200}$/.test(sender) ? sender : '',
    name: oneLine(mail.from?.name ?? '', NAME_MAX),
    to: addressesIn('to'),
    cc: addressesIn('cc'),
    subject: oneLine(mail.subject ?? '', SUBJECT_MAX),
    id: ids('message-id')[0] ?? '',
    references: [...new Set([...ids('references'), ...ids('in-reply-to')])].slice(0, REFERENCES_MAX),
    text: cleaned(textOf(mail)),
    hasAttachments: mail.attachments.some(
      ({ disposition, related }) => disposition === 'attachment' && !related,
    ),
    isAutomatic: isAutomatic(headers, sender),
    checks: headers.get('authentication-results') ?? null,
  }
}
