import { and, eq, isNotNull } from 'drizzle-orm'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/open.ts'
import { users } from '../db/schema/index.ts'

/** Does this person look after the installation (ADMINISTRATORS)? Read now, as every right is. */
export async function isAdministrator(db: Db, { administrators }: Config, userId: string): Promise<boolean> {
  if (administrators.length === 0) return false
  const [user] = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt)))
  return user !== undefined && administrators.includes(user.email.toLowerCase())
}
