import type { SendMailOptions } from 'nodemailer'
import { cut } from '../../../../src/services/contract/common.ts'
import { answerLanguage } from '../../../assistants/answering/refusal.ts'
import type { ChannelReply } from '../../../kernel/db/schema/index.ts'
import { createTurns } from '../../../kernel/turns.ts'
import { within } from '../../../kernel/within.ts'
import { createWorkerCaller, startWorker } from '../../../kernel/workers.ts'
import { channel, type News, type Place } from '../channel.types.ts'
import { htmlOf } from './html.ts'
import type { Letter } from './letter.ts'
import { createMailbox } from './mailbox.ts'
import { createSender } from './sender.ts'
import { idOf, writtenIn } from './written.ts'

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
  { to, subject = '', id = '', references = '', thread = '', quote = '' }: Place,
  { text, sources, author }: ChannelReply,
  reply: string,
  address: string,
): SendMailOptions => {
  const language = answerLanguage(quote, 'auto')
  const body = cut(text, TEXT_MAX)
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

/** Many times what an ordinary mail takes on a busy machine, including the start of the thread. */
const TIME = 20_000 // ms
const HEAP_MB = 128

const thread = createWorkerCaller<Uint8Array, Letter>(() => {
  const worker = startWorker('visitors/channels/mail/letter', {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  // It does not keep a finished process alive.
  worker.unref()
  return worker
}, 'mail')
const turns = createTurns()

/**
 * Parses a stranger's mail in a thread with limits of time and memory; null if it cannot be read. Mails are
 * parsed one by one, so that a hostile one affects no other.
 */
export const letterIn = (source: Buffer): Promise<Letter | null> =>
  turns('mail', async () => {
    try {
      return await within(thread.call(source), TIME, 'reading a mail took too long')
    } catch {
      await thread.close()
      return null
    }
  })

/** A mailbox read by IMAP; answers are sent by SMTP, from its address. */
export const mail = channel({
  name: 'Email',
  fields: {
    email: { input: 'email', label: 'field.email', hint: 'mail.email.hint' },
    url: { input: 'server', protocol: 'imap', label: 'mail.imap', hint: 'mail.imap.hint' },
    smtp: { input: 'server', protocol: 'smtp', label: 'mail.smtp', hint: 'mail.smtp.hint' },
    password: { input: 'secret', label: 'mail.password', hint: 'mail.password.hint' },
    checked_by: { input: 'text', label: 'mail.checked_by', hint: 'mail.checked_by.hint' },
    user: { input: 'text', label: 'mail.user', hint: 'mail.user.hint', isOptional: true },
    smtp_user: { input: 'text', label: 'mail.smtp_user', hint: 'mail.smtp_user.hint', isOptional: true },
    smtp_password: {
      input: 'secret',
      label: 'mail.smtp_password',
      hint: 'mail.smtp_user.hint',
      isOptional: true,
    },
    folder: { input: 'text', label: 'mail.folder', hint: 'mail.folder.hint', isOptional: true },
  },
  steps: ['mail.steps.create', 'mail.steps.password', 'mail.steps.ask'],
  connect(
    { email, url, smtp, password, checked_by: checkedBy, smtp_password, folder, ...users },
    _,
    sockets,
  ) {
    const address = email.toLowerCase()
    const user = users.user || email
    const mailbox = createMailbox({ url, user, password, folder }, sockets)
    const sender = createSender(
      {
        server: smtp,
        user: users.smtp_user || user,
        password: smtp_password || password,
        field: smtp_password ? 'smtp_password' : 'password',
        address,
      },
      sockets,
    )
    return {
      async account() {
        const mark = await mailbox.tried(checkedBy)
        await sender.tried()
        const names = /^(?:inbox)?$/i.test(folder) ? [address] : [address, folder]
        return {
          account: names.join(' '),
          name: names.join(' · '),
          mark,
        }
      },
      person: async (who) => ({ name: '', email: who }),
      async send(place, reply, id) {
        const answer = replyTo(place, reply, id, address)
        await sender.send(answer)
        // It was sent, even if marking fails.
        await mailbox.markAnswered(place.at ?? '').catch(() => {})
        return answer.messageId!
      },
      async *news(from): AsyncGenerator<News> {
        for await (const { source, at, mark } of mailbox.since(from)) {
          const letter = source && (await letterIn(source))
          yield { event: letter && writtenIn(letter, at, { address, checkedBy }), mark }
        }
      },
    }
  },
})
