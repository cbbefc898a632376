import type { SendMailOptions } from 'nodemailer'
import { spokenIn } from '../../../assistants/answering/refusal.ts'
import type { ChannelReply } from '../../../kernel/db/schema/index.ts'
import { VISITOR_TEXTS } from '../../handover/visitor-texts.ts'
import type { Place } from '../channel.types.ts'
import { htmlOf } from './html.ts'
import { idOf } from './written.ts'

const TEXT_MAX = 50_000
/** Reply prefixes of mail programs in several languages. */
const REPLY = /^(?:re|aw|antw|sv|vs|rif|ref|odp|tr) ?(?:\[\d{1,3}\])? ?:/i

const quoted = (quote: string) =>
  quote
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')

const sourceOf = ({ title, url }: ChannelReply['sources'][number], place: number) =>
  [`[${place + 1}] ${title}`, ...(url === null ? [] : [`    ${url}`])].join('\n')

/** The reply to the mail from `place`. It declares an assistant's text as automatic, so that no program replies. */
export const replyTo = (
  { to, subject = '', id = '', references = '', thread = '', quote = '', attachments }: Place,
  { text, sources, author }: ChannelReply,
  reply: string,
  address: string,
): SendMailOptions => {
  const language = spokenIn(quote, 'auto')
  const isUnread = attachments !== '' && author === null
  const said = [text.slice(0, TEXT_MAX), ...(isUnread ? [VISITOR_TEXTS[language].elsewhere.attachments] : [])]
  const body = said.join('\n\n')
  const parts = [body, sources.map(sourceOf).join('\n'), quote === '' ? '' : quoted(quote)]
  return {
    messageId: idOf(reply, thread, address),
    from: { name: author ?? '', address },
    to: to!,
    subject: REPLY.test(subject) ? subject : `Re: ${subject}`.trim(),
    ...(id !== '' && { inReplyTo: id, references: [...references.split(' ').filter(Boolean), id] }),
    text: parts.filter((part) => part !== '').join('\n\n'),
    html: htmlOf({ text: body, sources }, quote, language),
    ...(author === null && {
      headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
    }),
  }
}
