import { isIP } from 'node:net'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { FetchFailure, failureOf, fetchFailure } from '../../../kernel/fetching/fetch-failure.ts'
import { untilAborted } from '../../../kernel/within.ts'
import type { Sockets } from '../../../knowledge/connectors/connections.ts'

const CONNECT_TIME = 10_000 // ms
const ANSWER_TIME = 30_000 // ms

type SenderSettings = {
  server: string
  user: string
  password: string
  /** The field beside which a refused password is shown. */
  field: string
  address: string
}

type SmtpError = Error & { code?: string; originalCode?: string; responseCode?: number; command?: string }

const failureIn = (error: unknown, { field }: SenderSettings): FetchFailure => {
  if (error instanceof FetchFailure) return fetchFailure(error.reason.code, { field: 'smtp' })
  const { code = '', originalCode = code, responseCode = 0, command } = error as SmtpError
  if (responseCode === 421) return fetchFailure('service_away', { field: 'smtp' })
  if (code === 'EAUTH' || code === 'ENOAUTH') {
    if (responseCode >= 400 && responseCode < 500) return fetchFailure('service_busy', { field: 'smtp' })
    return fetchFailure('password_refused', { field })
  }
  if (originalCode === 'ETLS') return fetchFailure('not_encrypted', { field: 'smtp' })
  if (responseCode >= 500 && command === 'MAIL FROM') return fetchFailure('token_refused', { field: 'email' })
  // Only this recipient, or this mail.
  if (responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA'))
    return fetchFailure('item_not_found')
  // A full mailbox, or a server that takes mails from strangers later.
  if (responseCode >= 400 && command === 'RCPT TO') return fetchFailure('service_busy', { isOfOne: true })
  if (responseCode >= 400) return fetchFailure('service_busy', { field: 'smtp' })
  if (responseCode >= 500 || code === 'ECONNECTION') return fetchFailure('service_away', { field: 'smtp' })
  return fetchFailure(failureOf({ code: originalCode }).reason.code, { field: 'smtp' })
}

/** Sends mails by SMTP, from one address. */
export const createSender = (settings: SenderSettings, { reach, signal }: Sockets) => {
  const { server, user, password, address: own } = settings

  /** @throws FetchFailure */
  const connected = async (work: (transport: ReturnType<typeof createTransport>) => Promise<unknown>) => {
    try {
      const { address, name, port, isSecure, mayBePlain } = await reach('smtp', server)
      const transport = createTransport({
        host: address,
        port,
        secure: isSecure,
        requireTLS: !isSecure && !mayBePlain,
        tls: { rejectUnauthorized: !mayBePlain, ...(isIP(name) === 0 && { servername: name }) },
        auth: { user, pass: password },
        name: own.slice(own.lastIndexOf('@') + 1),
        connectionTimeout: CONNECT_TIME,
        greetingTimeout: CONNECT_TIME,
        socketTimeout: ANSWER_TIME,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      signal.throwIfAborted()
      await work(transport)
    } catch (error) {
      signal.throwIfAborted()
      throw failureIn(error, settings)
    }
  }

  return {
    tried: () => connected((transport) => untilAborted(signal, () => transport.verify())),
    send: (mail: SendMailOptions) => connected((transport) => transport.sendMail({ ...mail, signal })),
  }
}
