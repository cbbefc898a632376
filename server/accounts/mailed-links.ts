import { randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, lt } from 'drizzle-orm'
import type { Db, Tx } from '../kernel/db/open.ts'
import { mailedLinks, users } from '../kernel/db/schema/index.ts'
import { HOUR } from '../kernel/durations.ts'
import { digestOf } from '../kernel/secrets.ts'
import { notYourPassword } from './passwords.ts'

type MailedLink = typeof mailedLinks.$inferSelect
type Purpose = MailedLink['purpose']

const LIFETIME = HOUR

export type MailedLinks = ReturnType<typeof createMailedLinks>

/** Mailed links: valid for an hour, once, and only the newest for its purpose. */
export function createMailedLinks(db: Db) {
  const live = (purpose: Purpose, token: string) =>
    and(
      eq(mailedLinks.purpose, purpose),
      eq(mailedLinks.tokenHash, digestOf(token)),
      gt(mailedLinks.expiresAt, new Date()),
    )
  /** Kept mails with such a link are deleted too. */
  const end = (tx: Tx, userId: string, purposes: readonly Purpose[] = ['reset', 'email']) =>
    tx
      .delete(mailedLinks)
      .where(and(eq(mailedLinks.userId, userId), inArray(mailedLinks.purpose, [...purposes])))

  return {
    end,

    /**
     * Creates a link and ends earlier ones. `email` is the address that it proves, if any; `passwordHash` is that of
     * the password by which it was asked for, if one was.
     * @throws Refusal 422 if the password was replaced since then
     */
    make: (
      purpose: Purpose,
      userId: string,
      email: string | null = null,
      passwordHash: string | null = null,
    ): Promise<{ id: string; token: string }> =>
      db.transaction(async (tx) => {
        const token = randomBytes(32).toString('base64url')
        // If two are created at once, the second ends the first.
        const [user] = await tx
          .select({ passwordHash: users.passwordHash })
          .from(users)
          .where(eq(users.id, userId))
          .for('no key update')
        if (passwordHash !== null && user?.passwordHash !== passwordHash) throw notYourPassword('password')
        await end(tx, userId, [purpose])
        const [made] = await tx
          .insert(mailedLinks)
          .values({
            userId,
            purpose,
            email,
            tokenHash: digestOf(token),
            expiresAt: new Date(Date.now() + LIFETIME),
          })
          .returning({ id: mailedLinks.id })
        return { id: made!.id, token }
      }),

    /** Looks it up without using it. */
    async find(purpose: Purpose, token: string): Promise<MailedLink | null> {
      const [link] = await db.select().from(mailedLinks).where(live(purpose, token))
      return link ?? null
    },

    /** Null for all but the first caller. */
    async use(tx: Tx, purpose: Purpose, token: string): Promise<MailedLink | null> {
      const [link] = await tx.delete(mailedLinks).where(live(purpose, token)).returning()
      return link ?? null
    },

    sweep: () => db.delete(mailedLinks).where(lt(mailedLinks.expiresAt, new Date())),
  }
}
