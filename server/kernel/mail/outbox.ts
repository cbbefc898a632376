import { and, desc, eq, exists, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { mailedLinks, mails } from '../db/schema/index.ts'
import { htmlOf, textOf, type WrittenMail } from './letter.ts'

export type KeptMail = typeof mails.$inferSelect

const SHOWN_MAX = 50
const KEPT_FOR = sql`interval '7 days'`
/** Longer than all attempts take: what is older was left by an installation that was off. */
export const UNSENT_FOR = sql`interval '3 days'`

export type Outbox = ReturnType<typeof createOutbox>

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
): Promise<KeptMail | null> =>
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

/** Mails kept because there is no SMTP server. */
export const createOutbox = (db: Db) => {
  const kept = (also?: SQL) => and(isNull(mails.nextTryAt), isLive(db), also)
  return {
    /** A mail whose link has ended in the meantime is not kept. */
    keep: (mail: WrittenMail) => insertMail(db, mail, { body: textOf(mail), html: htmlOf(mail) }),
    /** The latest mails, newest first, without those whose link has expired. */
    latest: (): Promise<KeptMail[]> =>
      db.select().from(mails).where(kept()).orderBy(desc(mails.createdAt)).limit(SHOWN_MAX),
    async find(id: string): Promise<KeptMail | null> {
      const [row] = await db
        .select()
        .from(mails)
        .where(kept(eq(mails.id, id)))
      return row ?? null
    },
    /** Mails of the outbox, and those that were not sent in time. */
    sweep: () =>
      db
        .delete(mails)
        .where(
          sql`${mails.createdAt} < now() - case when ${mails.nextTryAt} is null then ${KEPT_FOR} else ${UNSENT_FOR} end`,
        ),
  }
}
