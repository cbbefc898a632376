import { setTimeout as wait } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Background } from '../background.ts'
import type { Config } from '../config/config.ts'
import { currentCaller } from '../http/caller.ts'
import { htmlOf, textOf } from './letter.ts'
import type { Mail, WrittenMail } from './mail.types.ts'
import type { Outbox } from './outbox.ts'
import { translated } from './translated.ts'

const PAUSES = [2000, 10_000] // ms before the second and the third try

export type Mailer = ReturnType<typeof createMailer>

/** Sends by SMTP; where none is set, mails lie in the outbox. What a mail says is never logged. */
export function createMailer(
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  outbox: Outbox,
  background: Background,
  pauses: readonly number[] = PAUSES,
) {
  const transport = smtpUrl === null ? null : createTransport(smtpUrl, { from: mailFrom })
  const ending = new AbortController()

  const deliver = async (mail: WrittenMail) => {
    if (!transport) return outbox.keep(mail)
    const { to, subject } = mail
    const envelope = { to, subject, text: textOf(mail), html: htmlOf(mail) }
    for (const pause of pauses) {
      try {
        return void (await transport.sendMail(envelope))
      } catch {
        await wait(pause, undefined, { signal: ending.signal })
      }
    }
    await transport.sendMail(envelope)
  }

  return {
    /** Sends it after the answer that is being made, in the language of whoever asked where its reader's is not known. */
    send({ to, linkId, language = currentCaller().language, ...message }: Mail) {
      const mail = { to, ...translated(message, language), ...(linkId !== undefined && { linkId }) }
      background.run('sending a mail', () => deliver(mail))
    },
    close() {
      ending.abort()
      transport?.close()
    },
  }
}
