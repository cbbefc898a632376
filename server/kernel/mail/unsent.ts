import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt, isNotNull, lte, min, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/open.ts'
import { mails } from '../db/schema/index.ts'
import { createSeal } from '../secrets.ts'
import { htmlOf, textOf, type WrittenMail } from './letter.ts'
import { insertMail, isLive, type StoredMail, UNSENT_FOR } from './stored-mails.ts'

/** A process that has not reported an attempt's outcome by then is gone: SMTP may wait for ten minutes. */
const LEASE = sql`interval '15 minutes'`

type Envelope = ReturnType<typeof envelopeOf>
/** A stored mail that this process is to send now. */
export type UnsentMail = Pick<StoredMail, 'id' | 'attempts'> & { envelope: Envelope }

export type Unsent = ReturnType<typeof createUnsent>

const domainIn = (from: string) => /@([^\s@>]+)/.exec(from)?.[1] ?? 'localhost'

/** All attempts have the same Message-ID: a copy that arrives because a reply was lost is recognized. */
export const envelopeOf = (mail: WrittenMail, mailFrom: string) => {
  const { to, subject, replyTo } = mail
  return {
    messageId: `<${randomUUID()}@${domainIn(mailFrom)}>`,
    to,
    subject,
    text: textOf(mail),
    html: htmlOf(mail),
    ...(replyTo !== undefined && { replyTo }),
  }
}

/** Mails that no mail server has accepted yet, sealed because their links are secrets. One process sends each. */
export const createUnsent = (
  db: Db,
  { jwtSecret, mailFrom }: Pick<Config, 'jwtSecret' | 'mailFrom'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
) => {
  const seal = createSeal(jwtSecret, 'mails')
  const leaseEnd = sql`now() + ${LEASE}`
  const isDue = () =>
    and(lte(mails.nextTryAt, sql`now()`), gt(mails.createdAt, sql`now() - ${UNSENT_FOR}`), isLive(db))
  const group = sql<string>`coalesce(${mails.organizationId}::text, '')`
  /** Unless another process has taken it up. */
  const held = ({ id, attempts }: UnsentMail) => and(eq(mails.id, id), eq(mails.attempts, attempts))

  const forget = ({ id }: Pick<StoredMail, 'id'>) => db.delete(mails).where(eq(mails.id, id))

  return {
    /** Held by this process; null if its link has ended. */
    async add(mail: WrittenMail): Promise<UnsentMail | null> {
      const envelope = envelopeOf(mail, mailFrom)
      const body = seal.close(JSON.stringify(envelope))
      const row = await insertMail(db, mail, { body, attempts: 1, nextTryAt: leaseEnd })
      return row && { ...row, envelope }
    },

    /** False if another process has taken it up, or it is not to be sent any more. */
    async renew(mail: UnsentMail): Promise<boolean> {
      const renewed = await db.update(mails).set({ nextTryAt: leaseEnd }).where(held(mail)).returning()
      return renewed.length > 0
    },

    count: () => db.$count(mails, isNotNull(mails.nextTryAt)),

    /** Organizations with mails to send, '' for accounts, the longest waiting first. */
    async groups() {
      const rows = await db
        .select({ group })
        .from(mails)
        .where(isDue())
        .groupBy(group)
        .orderBy(asc(min(mails.nextTryAt)))
      return rows.map((row) => row.group)
    },

    /** Claims the next one; one that was sealed with another secret is lost. */
    async take(of: string): Promise<UnsentMail | null> {
      const next = db
        .select({ id: mails.id })
        .from(mails)
        .where(and(isDue(), eq(group, of)))
        .orderBy(asc(mails.nextTryAt))
        .limit(1)
        .for('update', { skipLocked: true })
      const [row] = await db
        .update(mails)
        .set({ attempts: sql`${mails.attempts} + 1`, nextTryAt: leaseEnd })
        .where(eq(mails.id, sql`(${next})`))
        .returning()
      if (!row) return null
      const content = seal.open(row.body)
      if (content !== null) return { ...row, envelope: JSON.parse(content) }
      log.warn({ mails: 1 }, 'a mail was sealed with another secret, and is dropped')
      await forget(row)
      return null
    },

    /** Tries it again after the pause, in ms. */
    putOff: (mail: UnsentMail, pause: number) =>
      db
        .update(mails)
        .set({ nextTryAt: sql`now() + make_interval(secs => ${pause / 1_000})` })
        .where(held(mail)),

    /** Its turn was interrupted and does not count as an attempt: any process may send it at once. */
    putBack: (mail: UnsentMail) =>
      db
        .update(mails)
        .set({ attempts: mail.attempts - 1, nextTryAt: sql`now()` })
        .where(held(mail)),

    forget,
  }
}
