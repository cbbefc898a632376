import { and, desc, eq, exists, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/open.ts'
import { mailedLinks, mails } from '../db/schema/index.ts'
import { htmlOf, textOf, type WrittenMail } from './letter.ts'

export type StoredMail = typeof mails.$inferSelect

const SHOWN_MAX = 50
const KEPT_FOR = sql`interval '7 days'`
/** Longer than all attempts take: what is older was left by an installation that was off. */
export const UNSENT_FOR = sql`interval '3 days'`

/** Whether its link, if it has one, has not ended. */
export const isLive = (db: Db) => {
  const link = db
    .select({ id: mailedLinks.id })
    .from(mailedLinks)
    .where(and(eq(mailedLinks.id, mails.linkId), gt(mailedLinks.expiresAt, sql`now()`)))
  return or(isNull(mails.linkId), exists(link))
}

/** Null if its link has ended in the meantime. */
export const insertMail = (
  db: Db,
  { to, subject, linkId, organizationId }: WrittenMail,
  content: Pick<typeof mails.$inferInsert, 'body' | 'html' | 'attempts'> & { nextTryAt?: SQL },
): Promise<StoredMail | null> =>
  db.transaction(async (tx) => {
    if (linkId !== undefined) {
      const live = tx.select().from(mailedLinks).where(eq(mailedLinks.id, linkId)).for('key share')
      if ((await live).length === 0) return null
    }
    const [row] = await tx
      .insert(mails)
      .values({ recipient: to, subject, linkId, organizationId, ...content })
      .returning()
    return row!
  })

export type Outbox = ReturnType<typeof createOutbox>

/** Mails kept because there is no SMTP server. */
export const createOutbox = (db: Db) => {
  const kept = (also?: SQL) => and(isNull(mails.nextTryAt), isLive(db), also)
  return {
    /** A mail whose link has ended in the meantime is not kept. */
    keep: (mail: WrittenMail) => insertMail(db, mail, { body: textOf(mail), html: htmlOf(mail) }),
    /** The latest mails, newest first, without those whose link has expired. */
    latest: (): Promise<StoredMail[]> =>
      db.select().from(mails).where(kept()).orderBy(desc(mails.createdAt)).limit(SHOWN_MAX),
    async find(id: string): Promise<StoredMail | null> {
      const [row] = await db
        .select()
        .from(mails)
        .where(kept(eq(mails.id, id)))
      return row ?? null
    },
  }
}

/** Deletes old mails of the outbox, and those that were not sent in time. */
export const sweepMails = (db: Db, log: Pick<FastifyBaseLogger, 'warn'>) => async () => {
  await db.delete(mails).where(and(isNull(mails.nextTryAt), sql`${mails.createdAt} < now() - ${KEPT_FOR}`))
  const { rowCount } = await db
    .delete(mails)
    .where(and(isNotNull(mails.nextTryAt), sql`${mails.createdAt} < now() - ${UNSENT_FOR}`))
  if (rowCount) log.warn({ mails: rowCount }, 'mails were not sent in time, and are dropped')
}
