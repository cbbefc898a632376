import { and, desc, eq, isNull, type SQL } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { mails } from '../db/schema/index.ts'
import { htmlOf, textOf, type WrittenMail } from './letter.ts'
import { insertMail, isLive, type StoredMail } from './stored-mails.ts'

const SHOWN_MAX = 50
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
