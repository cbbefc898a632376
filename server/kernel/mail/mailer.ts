import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import { languageOf } from '../../../src/texts/language.ts'
import type { Background } from '../background.ts'
import type { Config } from '../config/config.ts'
import { currentCaller } from '../http/caller.ts'
import { createFairPlaces } from '../jobs/fair-places.ts'
import { startFairQueue } from '../jobs/fair-queue.ts'
import { DELIVERY_PAUSES } from '../jobs/pauses.ts'
import { type Mail, translated, type WrittenMail } from './letter.ts'
import type { Outbox } from './stored-mails.ts'
import { envelopeOf, type Unsent, type UnsentMail } from './unsent.ts'

/** Mails in progress at once, in total and per originator: no one who sends many can hold up the others. */
const AT_ONCE = { places: 6, perGroup: 2 }
/** Mails that were not accepted at first, in addition. */
const RETRIES_AT_ONCE = 2
const PAUSES = [2000, 10_000] // ms before the second and the third try, if the sender has a rule of its own

export type Mailer = ReturnType<typeof createMailer>

type Parts = {
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'quiet'>
  outbox: Pick<Outbox, 'keep'>
  unsent: Unsent
  background: Background
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  pauses?: readonly number[]
}

/** Whether the server would refuse this recipient, or this mail, again. */
const isRefused = (error: unknown) => {
  const { permanent, command } = error as { permanent?: boolean; command?: string }
  return permanent === true && (command === 'RCPT TO' || command === 'DATA')
}

/**
 * Sends by SMTP; if none is set, mails go to the outbox. What is not accepted is tried again for two days, by any
 * process. The content of mails is never logged.
 */
export function createMailer({ config, outbox, unsent, background, log, pauses = PAUSES }: Parts) {
  const { smtpUrl, mailFrom } = config
  const transport = smtpUrl === null ? null : createTransport(smtpUrl, { from: mailFrom })
  const ending = new AbortController()
  const { signal } = ending
  const turns = createFairPlaces(AT_ONCE)

  const attempt = async (mail: UnsentMail) => {
    try {
      await transport?.sendMail({ ...mail.envelope, signal })
    } catch (error) {
      // This process ends: another one, or the next start, sends it.
      if (signal.aborted) return void (await unsent.putBack(mail))
      const pause = DELIVERY_PAUSES[mail.attempts - 1]
      if (pause !== undefined && !isRefused(error)) {
        log.warn({ err: error }, 'a mail was not accepted, and is tried again')
        return void (await unsent.putOff(mail, pause))
      }
      log.error({ err: error }, 'a mail was given up')
    }
    await unsent.forget(mail)
  }

  const deliver = async (mail: WrittenMail, sender: string, isTriedLater: boolean) => {
    if (!transport) return void (await outbox.keep(mail))
    if (isTriedLater) {
      const stored = await unsent.add(mail)
      if (stored)
        await turns.run(sender, async () => {
          if (signal.aborted) await unsent.putBack(stored)
          else if (await unsent.renew(stored)) await attempt(stored)
        })
      return
    }
    const envelope = envelopeOf(mail, mailFrom)
    const sendInTurn = () => turns.run(sender, () => transport.sendMail({ ...envelope, signal }))
    for (const pause of pauses) {
      try {
        return void (await sendInTurn())
      } catch {
        await wait(pause, undefined, { signal })
      }
    }
    await sendInTurn()
  }

  const queue =
    transport &&
    startFairQueue({
      places: RETRIES_AT_ONCE,
      groups: unsent.groups,
      claim: unsent.take,
      work: attempt,
      log,
    })

  // A quiet copy leaves them to the original.
  if (!transport && !config.quiet)
    background.run('counting unsent mails', async () => {
      const count = await unsent.count()
      if (count > 0)
        log.warn({ mails: count }, 'without SMTP_URL, mails that wait to be sent will be dropped')
    })

  return {
    /** Sends after the current response, in the requester's language if the reader's is unknown. */
    send({
      to,
      linkId,
      organizationId,
      replyTo,
      settled,
      locale = '',
      language = locale === '' ? currentCaller().language : languageOf(locale),
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
          await deliver(mail, userId ?? address, settled === undefined)
        } catch (error) {
          await settled?.(false)
          throw error
        }
        await settled?.(true)
      })
    },
    async close() {
      ending.abort()
      await queue?.stop(async () => transport?.close())
    },
  }
}
