import { and, desc, eq, gt, isNull, lt, or, type SQL } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { mailedLinks, mails } from '../db/schema/index.ts'
import { htmlOf, textOf, type WrittenMail } from './letter.ts'

export type KeptMail = typeof mails.$inferSelect

const SHOWN_MAX = 50
const KEPT = 7 * 24 * 3_600_000 // ms

export type Outbox = ReturnType<typeof createOutbox>

/** Mails kept because there is no SMTP server. */
export const createOutbox = (db: Db) => {
  const live = (also?: SQL) =>
    db
      .select({ mail: mails })
      .from(mails)
      .leftJoin(mailedLinks, eq(mailedLinks.id, mails.linkId))
      .where(and(also, or(isNull(mails.linkId), gt(mailedLinks.expiresAt, new Date()))))
      .$dynamic()
  return {
    /** A mail whose link has ended in the meantime is not kept. */
    async keep(mail: WrittenMail): Promise<void> {
      const { to, subject, linkId, organizationId } = mail
      const row = {
        recipient: to,
        subject,
        body: textOf(mail),
        html: htmlOf(mail),
        linkId: linkId ?? null,
        organizationId: organizationId ?? null,
      }
      await db.transaction(async (tx) => {
        if (linkId !== undefined) {
          const live = tx.select().from(mailedLinks).where(eq(mailedLinks.id, linkId)).for('key share')
          if ((await live).length === 0) return
        }
        await tx.insert(mails).values(row)
      })
    },
    /** The latest mails, newest first, without those whose link has expired. */
    latest: async (): Promise<KeptMail[]> => {
      const rows = await live().orderBy(desc(mails.createdAt)).limit(SHOWN_MAX)
      return rows.map(({ mail }) => mail)
    },
    async find(id: string): Promise<KeptMail | null> {
      const [row] = await live(eq(mails.id, id))
      return row?.mail ?? null
    },
    sweep: () => db.delete(mails).where(lt(mails.createdAt, new Date(Date.now() - KEPT))),
  }
}
