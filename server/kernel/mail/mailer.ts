import { setTimeout as wait } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Background } from '../background.ts'
import type { Config } from '../config/config.ts'
import { currentCaller } from '../http/caller.ts'
import { createFairPlaces } from '../jobs/fair-places.ts'
import { htmlOf, type Mail, textOf, translated, type WrittenMail } from './letter.ts'
import type { Outbox } from './outbox.ts'

/** Mails in progress at once, in total and per originator: no one who sends many can hold up the others. */
const AT_ONCE = 6
const AT_ONCE_OF_ONE = 2
const PAUSES = [2000, 10_000] // ms before the second and the third try

export type Mailer = ReturnType<typeof createMailer>

/** Sends by SMTP; if none is set, mails go to the outbox. Their content is never logged. */
export function createMailer(
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  outbox: Outbox,
  background: Background,
  pauses: readonly number[] = PAUSES,
) {
  const transport = smtpUrl === null ? null : createTransport(smtpUrl, { from: mailFrom })
  const ending = new AbortController()
  const turns = createFairPlaces({ places: AT_ONCE, perGroup: AT_ONCE_OF_ONE })

  const deliver = async (mail: WrittenMail, sender: string) => {
    if (!transport) return outbox.keep(mail)
    const { to, subject, replyTo } = mail
    const envelope = { to, subject, text: textOf(mail), html: htmlOf(mail), ...(replyTo && { replyTo }) }
    const send = () => turns.run(sender, () => transport.sendMail(envelope))
    for (const pause of pauses) {
      try {
        return void (await send())
      } catch {
        await wait(pause, undefined, { signal: ending.signal })
      }
    }
    await send()
  }

  return {
    /** Sends after the current response, in the requester's language if the reader's is unknown. */
    send({
      to,
      linkId,
      organizationId,
      replyTo,
      settled,
      language = currentCaller().language,
      ...message
    }: Mail) {
      const mail = {
        to,
        ...translated(message, language),
        ...(linkId !== undefined && { linkId }),
        ...(organizationId !== undefined && { organizationId }),
        ...(replyTo !== undefined && { replyTo }),
      }
      const { userId, address } = currentCaller()
      background.run('sending a mail', async () => {
        try {
          await deliver(mail, userId ?? address)
        } catch (error) {
          await settled?.(false)
          throw error
        }
        await settled?.(true)
      })
    },
    close() {
      ending.abort()
      transport?.close()
    },
  }
}
