import { eq } from 'drizzle-orm'
import { EMAIL_UNVERIFIED } from '../../src/services/contract/accounts.ts'
import type { Db, Tx } from '../kernel/db/open.ts'
import { users } from '../kernel/db/schema/index.ts'
import { refusal } from '../kernel/errors.ts'

/** Whether a mailed link has proven that the address is the account's. Read now, as every right is. */
export async function isVerified(db: Db | Tx, userId: string): Promise<boolean> {
  const [user] = await db.select({ at: users.emailVerifiedAt }).from(users).where(eq(users.id, userId))
  return user !== undefined && user.at !== null
}

/**
 * Lets those pass whose address is proven: for what reaches other people, and for what outlives a session.
 * @throws Refusal 403 `email_unverified`
 */
export async function requireVerified(db: Db | Tx, userId: string): Promise<void> {
  if (await isVerified(db, userId)) return
  throw refusal(EMAIL_UNVERIFIED)
}
