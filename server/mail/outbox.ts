import { desc, lt } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { mails } from '../db/schema/index.ts'
import type { Mail } from './mailer.ts'

export type KeptMail = typeof mails.$inferSelect

const SHOWN_MAX = 50
const KEPT = 7 * 24 * 3_600_000 // ms

export type Outbox = ReturnType<typeof createOutbox>

/** Mails that no SMTP server is there to take. */
export const createOutbox = (db: Db) => ({
  async keep({ to, subject, text }: Mail): Promise<void> {
    await db.insert(mails).values({ recipient: to, subject, body: text })
  },
  /** The last ones, newest first. */
  latest: (): Promise<KeptMail[]> => db.select().from(mails).orderBy(desc(mails.createdAt)).limit(SHOWN_MAX),
  sweep: () => db.delete(mails).where(lt(mails.createdAt, new Date(Date.now() - KEPT))),
})
