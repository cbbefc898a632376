import { isIP } from 'node:net'
import { ImapFlow, type ImapFlowError } from 'imapflow'
import { MINUTE } from '../../../kernel/durations.ts'
import { FetchFailure, failureOf, fetchFailure } from '../../../kernel/fetching/fetch-failure.ts'
import { reasonOf } from '../../../kernel/texts/reasons.ts'
import type { Sockets } from '../../../knowledge/connectors/connections.ts'
import { checksIn } from './verified.ts'

/** Per mail; the text precedes the attachments. */
const SOURCE_MAX = 256 * 1024
const MAILS_AT_ONCE = 200
/** Number of newest mails searched for the server that checks mails here. */
const LOOKED_AT = 10
const ANSWERED = '\\Answered'
const CONNECT_TIME = 10_000 // ms
const ANSWER_TIME = 30_000 // ms
/** A longer poll ends, and continues where it stopped. */
const READING_TIME = 5 * MINUTE
const LIMITS = {
  maxLineLength: 1024 * 1024,
  maxLiteralSize: 2 * SOURCE_MAX,
  maxResponseSize: 4 * SOURCE_MAX,
  maxResponseTokens: 50_000,
}

type MailboxSettings = { url: string; user: string; password: string; folder: string }
/** A mail, its position, and the mark after it. */
type Mail = { source: Buffer | null; at: string; mark: string }
type Mailbox = { client: ImapFlow; validity: string; next: number }

/** Faults that people can fix; all others are the server's. */
const failureIn = (error: unknown): FetchFailure => {
  if (error instanceof FetchFailure) return error
  const {
    code = '',
    authenticationFailed,
    serverResponseCode,
    mailboxMissing,
    tlsFailed,
    responseStatus,
  } = error as ImapFlowError
  if (authenticationFailed && serverResponseCode !== 'UNAVAILABLE')
    return fetchFailure('password_refused', { field: 'password' })
  if (mailboxMissing) return fetchFailure('mailbox_missing', { field: 'folder' })
  if (code.endsWith('TIMEOUT')) return fetchFailure('too_slow')
  const known = failureOf(error)
  if (known.reason.code !== 'unreachable') return known
  if (tlsFailed) return fetchFailure('not_encrypted')
  if (/^E[A-Z]+$/.test(code) && code !== 'ETHROTTLE') return known
  return fetchFailure(
    responseStatus === 'BAD' || /ParserError|TooLarge|TooMany/.test(code) ? 'changed_shape' : 'service_away',
  )
}

/** Reads one mailbox by IMAP. Nothing in it is moved, deleted or marked as read. */
export const createMailbox = (settings: MailboxSettings, { reach, signal }: Sockets) => {
  const { url, user, password, folder } = settings

  const connect = async () => {
    const { address, name, port, isSecure, mayBePlain } = await reach('imap', url)
    return new ImapFlow({
      host: address,
      port,
      secure: isSecure,
      ...(!isSecure && !mayBePlain && { doSTARTTLS: true }),
      ...(isIP(name) === 0 && { servername: name }),
      // If encryption is not required, a certificate proves nothing.
      tls: { rejectUnauthorized: !mayBePlain },
      auth: { user, pass: password },
      logger: false,
      disableAutoIdle: true,
      disableCompression: true,
      connectionTimeout: CONNECT_TIME,
      greetingTimeout: CONNECT_TIME,
      socketTimeout: ANSWER_TIME,
      ...LIMITS,
    })
  }

  /** @throws FetchFailure */
  async function* opened<Step>(
    steps: (mailbox: Mailbox) => AsyncGenerator<Step>,
    readOnly = true,
  ): AsyncGenerator<Step> {
    let client: ImapFlow | undefined
    const ending = AbortSignal.any([signal, AbortSignal.timeout(READING_TIME)])
    const end = () => client?.close()
    try {
      client = await connect()
      client.on('error', () => {})
      ending.addEventListener('abort', end)
      ending.throwIfAborted()
      await client.connect()
      const { uidValidity, uidNext } = await client.mailboxOpen(folder || 'INBOX', { readOnly })
      if (!uidNext) throw fetchFailure('changed_shape')
      yield* steps({ client, validity: String(uidValidity), next: uidNext })
      // Everything is read, whatever the server's reply.
      await client.logout().catch(() => {})
    } catch (error) {
      signal.throwIfAborted()
      throw failureIn(error)
    } finally {
      ending.removeEventListener('abort', end)
      end()
    }
  }

  /** @throws FetchFailure if all of the newest mails were checked, none of them by that server */
  async function* checking({ client, next, validity }: Mailbox, checkedBy: string) {
    const newest = await client.search({ uid: `${Math.max(1, next - LOOKED_AT)}:*` }, { uid: true })
    const names: string[] = []
    for (const uid of (newest || []).slice(-LOOKED_AT)) {
      const asked = { headers: ['authentication-results'] }
      const found = (await client.fetchOne(String(uid), asked, { uid: true })) || undefined
      const [header] = found?.headers?.toString('latin1').split(/\r?\n(?![ \t])/) ?? []
      const [, value] = /^authentication-results:([\s\S]{1,20000})$/i.exec(header ?? '') ?? []
      if (value) names.push(checksIn(value.replace(/\s+/g, ' ')).by)
    }
    const name = names
      .at(-1)
      ?.replace(/[^\w.:-]/g, '')
      .slice(0, 100)
    if (name && !names.includes(checkedBy.toLowerCase()))
      throw new FetchFailure(reasonOf('checked_by_other', { name }), { field: 'checked_by' })
    yield `${validity}:${next}`
  }

  async function* reading({ client, validity, next }: Mailbox, mark: string | null): AsyncGenerator<Mail> {
    const [known, from] = mark?.split(':') ?? []
    // The mailbox has renumbered its mails: no one can tell which are new.
    if (known !== validity || !from) return yield { source: null, at: '', mark: `${validity}:${next}` }
    const found = Number(from) < next && (await client.search({ uid: `${from}:*` }, { uid: true }))
    const uids = (found || []).filter((uid) => uid >= Number(from)).sort((one, other) => one - other)
    for (const uid of uids.slice(0, MAILS_AT_ONCE)) {
      const asked = { flags: true, source: { maxLength: SOURCE_MAX } }
      const mail = (await client.fetchOne(String(uid), asked, { uid: true })) || undefined
      // By a person, or before a backup was restored.
      const isAnswered = mail?.flags?.has(ANSWERED) === true
      yield {
        source: (!isAnswered && mail?.source) || null,
        at: `${validity}:${uid}`,
        mark: `${validity}:${uid + 1}`,
      }
    }
  }

  async function* answering({ client, validity }: Mailbox, at: string) {
    const [known, uid] = at.split(':')
    if (known === validity && uid) yield client.messageFlagsAdd(uid, [ANSWERED], { uid: true })
  }

  return {
    /** The mark of the next mail. */
    async tried(checkedBy: string) {
      let mark = ''
      for await (const now of opened((mailbox) => checking(mailbox, checkedBy))) mark = now
      return mark
    },

    /** Later mails, each with the mark after it. */
    since: (mark: string | null) => opened((mailbox) => reading(mailbox, mark)),

    /** Marks mails as answered in the mailbox, if its server supports that. */
    async markAnswered(at: string) {
      for await (const _ of opened((mailbox) => answering(mailbox, at), false));
    },
  }
}
