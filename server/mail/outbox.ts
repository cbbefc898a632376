import { desc, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { mailedLinks, mails } from '../db/schema/index.ts'
import type { Mail } from './mailer.ts'

export type KeptMail = typeof mails.$inferSelect

const SHOWN_MAX = 50
const KEPT = 7 * 24 * 3_600_000 // ms

export type Outbox = ReturnType<typeof createOutbox>

/** Mails that no SMTP server is there to take. */
export const createOutbox = (db: Db) => ({
  /** A mail whose link has ended meanwhile is not kept. */
  async keep({ to, subject, text, linkId }: Mail): Promise<void> {
    await db.transaction(async (tx) => {
      if (linkId !== undefined) {
        const live = tx.select().from(mailedLinks).where(eq(mailedLinks.id, linkId)).for('key share')
        if ((await live).length === 0) return
      }
      await tx.insert(mails).values({ recipient: to, subject, body: text, linkId: linkId ?? null })
    })
  },
  /** The last ones, newest first; without those whose link has expired. */
  latest: async (): Promise<KeptMail[]> => {
    const rows = await db
      .select({ mail: mails })
      .from(mails)
      .leftJoin(mailedLinks, eq(mailedLinks.id, mails.linkId))
      .where(or(isNull(mails.linkId), gt(mailedLinks.expiresAt, new Date())))
      .orderBy(desc(mails.createdAt))
      .limit(SHOWN_MAX)
    return rows.map(({ mail }) => mail)
  },
  sweep: () => db.delete(mails).where(lt(mails.createdAt, new Date(Date.now() - KEPT))),
})
