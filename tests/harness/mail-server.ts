import { once } from 'node:events'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { type Account, startImapServer } from './imap-server.ts'

export const MAIL_PASSWORD = 'app-password-of-the-tests'
export const HELP = 'help@acme.test'
/** Name of the server that checks senders, as in its mails. */
export const CHECKED_BY = 'mx.acme.test'

type Written = {
  from?: string
  to?: string
  cc?: string
  subject?: string
  text?: string
  id?: string
  references?: string[]
  /** Its server's verdict on the sender; null for none. */
  checks?: string | null
  /** Additional header lines, or another kind of content. */
  headers?: Record<string, string>
}

export type SentMail = Email & { raw: string; recipient: string }

let written = 0
export const mailId = () => `<${++written}.${process.pid}@people.test>`

const passed = (from: string) => `${CHECKED_BY}; dmarc=pass header.from=${from.split('@')[1]}`

/** A mail as stored in the mailbox. */
export const mailOf = ({
  from = 'grace@people.test',
  to = HELP,
  cc,
  subject = '',
  text = '',
  id = mailId(),
  references = [],
  checks = passed(from),
  headers = {},
}: Written) => {
  const head = Object.entries({
    ...(checks !== null && { 'Authentication-Results': checks }),
    From: `Person <${from}>`,
    To: to,
    ...(cc !== undefined && { Cc: cc }),
    Subject: subject,
    ...(id !== '' && { 'Message-ID': id }),
    ...(references.length > 0 && { References: references.join('\r\n '), 'In-Reply-To': references.at(-1) }),
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text.replaceAll('\n', '\r\n')}\r\n`)
}

/** A mailbox that is read by IMAP, and the SMTP server that accepts its mails. */
export const startMailServer = async () => {
  const state = {
    isRefused: false,
    /** Whether the mailboxes of `full@` are; how often they were. */
    isFull: true,
    foundFull: 0,
    /** This many mails are temporarily refused. */
    busy: 0,
    /** Called for each mail: true keeps it waiting, false is out of service. */
    badDay: null as (() => boolean) | null,
  }
  const mails: Account['mails'] = []
  const accounts = new Map<string, Account>([
    [HELP, { password: MAIL_PASSWORD, mails }],
    ['claims', { password: MAIL_PASSWORD, mails: [] }],
  ])
  const sent: SentMail[] = []
  const problem = (text: string, responseCode: number) => Object.assign(new Error(text), { responseCode })

  const imap = await startImapServer({ accounts, isRefused: () => state.isRefused })
  const smtp = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onAuth({ username = '', password }, _session, done) {
      const isRight = !state.isRefused && accounts.get(username)?.password === password
      if (isRight) done(null, { user: username })
      else done(problem('Invalid credentials', 535))
    },
    onMailFrom(_address, _session, done) {
      if (state.badDay) return state.badDay() ? undefined : done(problem('Closing', 421))
      if (state.busy-- > 0) return done(problem('Try again later', 451))
      done()
    },
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('gone@')) return done(problem('No such person', 550))
      if (!state.isFull || !address.startsWith('full@')) return done()
      state.foundFull++
      done(problem('Mailbox full', 452))
    },
    async onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      const raw = Buffer.concat(chunks)
      const recipient = envelope.rcptTo[0]?.address ?? ''
      if (recipient.startsWith('picky@')) return done(problem('Looks like spam', 554))
      sent.push({ ...(await PostalMime.parse(raw)), raw: raw.toString(), recipient })
      done()
    },
  })
  smtp.on('error', () => {})
  const listening = smtp.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const smtpPort = (listening.address() as { port: number }).port

  return {
    ports: [imap.port, smtpPort],
    settings: {
      email: HELP,
      url: `imap://mail.test:${imap.port}`,
      smtp: `smtp://mail.test:${smtpPort}`,
      password: MAIL_PASSWORD,
      checked_by: CHECKED_BY,
    },
    state,
    mails,
    sent,
    asked: imap.asked,
    /** Puts a mail into the mailbox. */
    deliver: (raw: Buffer, flags: string[] = []) =>
      void mails.push({ uid: (mails.at(-1)?.uid ?? 0) + 1, raw, flags: new Set(flags) }),
    async close() {
      await imap.close()
      await new Promise<void>((resolve) => smtp.close(() => resolve()))
    },
  }
}
