import PostalMime, { type Attachment, addressParser, type Email } from 'postal-mime'
import { shortened } from '../../../../src/services/contract/common.ts'
import { cleaned } from '../../../knowledge/ingestion/clean.ts'
import { readHtmlFragment } from '../../../knowledge/ingestion/readers/html.ts'

/** No one reads more of a question. */
const TEXT_MAX = 20_000
/** Beginning of an earlier mail without line markers, or of a signature (RFC 3676). */
const END =
  /^(?:-- ?|_{10,}|-{2,12} ?(?:original message|ursprüngliche nachricht|message d['’]origine|mensaje original|messaggio originale|oorspronkelijk bericht|mensagem original|wiadomość oryginalna|forwarded message|weitergeleitete nachricht) ?-{0,12})$/iu
/** The first line of Outlook's quote header, and the lines that follow it. */
const FROM = /^\*?(?:from|von|de|da|van|od|差出人|发件人) ?[:：]\*? ?\S/iu
const SENT =
  /^\*?(?:sent|date|gesendet|datum|envoyé|date d['’]envoi|enviado(?: el)?|fecha|inviato|data|verzonden|wysłano|送信日時|发送时间) ?[:：]/iu
const QUOTED = /^\s{0,3}>/
/** Phone signatures. */
const DEVICE =
  /^(?:sent from|get outlook for|gesendet (?:von|mit)|von meinem|envoyé (?:de|depuis|à partir)|enviado desde|enviado do|inviato da|verzonden vanaf|verstuurd vanaf|wysłano z)\b.{1,100}$/iu

const isEnd = (line: string, next: readonly string[]) =>
  END.test(line) || (FROM.test(line) && next.some((one) => SENT.test(one)))

/** Year or time, which most introductions of a quoted mail name, and what the others name. */
const DATED = /\b(?:(?:19|20)\d\d|\d{1,2}:\d\d)\b/
const WROTE = /@|wrote|schrieb|écrit|escribió|scritto|schreef|escreveu|skrev|napisał/iu
const INTRODUCTION_MAX = 3 // lines

/** Without the lines that introduce a quoted mail: "On … wrote:". Some programs break them. */
const withoutIntroduction = (lines: string[]) => {
  const end = lines.findLastIndex((line) => line.trim() !== '')
  const last = lines[end] ?? ''
  if (!last.trimEnd().endsWith(':')) return lines
  let start = end
  const isBroken = () =>
    end - start + 1 < INTRODUCTION_MAX && /[^.?!]$/.test((lines[start - 1] ?? '').trimEnd())
  while (!DATED.test(lines[start]!) && isBroken()) start--
  if (DATED.test(lines[start]!)) return lines.slice(0, start)
  return WROTE.test(last) ? lines.slice(0, end) : lines
}

/**
 * A mail's own text, without quoted mails and signature. It works line by line, so that a hostile text costs no
 * more than another. @param isCut whether a quoted mail was cut off after it
 */
export const ownWords = (whole: string, isCut: boolean): string => {
  const read = shortened(whole, TEXT_MAX)
  const lines = read.replaceAll('\r', '').split('\n')
  let kept: string[] = []
  for (const [at, line] of lines.entries()) {
    if (isEnd(line.trimEnd(), lines.slice(at + 1, at + 4))) break
    if (QUOTED.test(line)) {
      if (!QUOTED.test(lines[at - 1] ?? '')) kept = withoutIntroduction(kept)
    } else kept.push(line)
  }
  if (isCut) kept = withoutIntroduction(kept)
  const text = kept.join('\n').trim().split('\n')
  if (text.length > 1 && DEVICE.test(text.at(-1)!)) text.pop()
  return text.join('\n').trim() || read.trim()
}

/** A mail's headers by lower-case name; the newest if a name repeats. */
type Headers = ReadonlyMap<string, string>

/** Headers of mailing lists and programs (RFC 2369, RFC 2919, and those of out-of-office programs). */
const NEVER_OF_PEOPLE = [
  'list-id',
  'list-unsubscribe',
  'list-post',
  'list-help',
  'x-autoreply',
  'x-autorespond',
  'x-auto-reply-from',
  'x-loop',
]
const PRECEDENCE = /^\s*(?:bulk|junk|list|auto_reply)\b/i
const PROGRAM =
  /^(?:mailer-daemon|postmaster|bounces?|no-?_?reply|do-?_?not-?_?reply|nobody|(?:bounces?|no-?reply)[-+_.].*)$/i
const NO_ONE = /^\s*<\s*>\s*$/

/** Whether a program sent it, which would reply to a reply (RFC 3834). */
const isAutomatic = (headers: Headers, sender: string): boolean => {
  const submitted = headers.get('auto-submitted')
  const suppressed = headers.get('x-auto-response-suppress')
  return (
    (submitted !== undefined && !/^\s*no\b/i.test(submitted)) ||
    (suppressed !== undefined && !/^\s*none\b/i.test(suppressed)) ||
    PRECEDENCE.test(headers.get('precedence') ?? '') ||
    NO_ONE.test(headers.get('return-path') ?? '') ||
    /^\s*multipart\/report\b/i.test(headers.get('content-type') ?? '') ||
    NEVER_OF_PEOPLE.some((name) => headers.has(name)) ||
    PROGRAM.test(sender.split('@')[0] ?? '')
  )
}

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

/** Signatures and keys, which programs attach. */
const OF_PROGRAM = /-signature$|^application\/pgp-keys$/i

/** Pictures in the text and further forms of the text, such as an invitation for calendars, are none. */
const isFile = ({ mimeType, disposition, filename, related }: Attachment) =>
  !related &&
  !OF_PROGRAM.test(mimeType) &&
  (disposition !== null || filename !== null || !/^text\//i.test(mimeType))

/** Parses the first part of a mail, in its own thread, because hostile mails can take long. */
export const readLetter = async (source: Uint8Array): Promise<Letter> => {
  const mail = await PostalMime.parse(source, LIMITS)
  // The newest of repeated headers comes first in a mail.
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
    hasAttachments: mail.attachments.some(isFile),
    isAutomatic: isAutomatic(headers, sender),
    checks: headers.get('authentication-results') ?? null,
  }
}
