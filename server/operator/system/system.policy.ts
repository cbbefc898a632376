import { and, eq, isNotNull } from 'drizzle-orm'
import type { Config } from '../../kernel/config/config.ts'
import type { Db } from '../../kernel/db/open.ts'
import { users } from '../../kernel/db/schema/index.ts'

/** Whether a person administers the installation, through ADMINISTRATORS or `lectern user`. Checked on each use. */
export async function isAdministrator(db: Db, { administrators }: Config, userId: string): Promise<boolean> {
  const [user] = await db
    .select({ email: users.email, isAdministrator: users.isAdministrator })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt)))
  return user !== undefined && (user.isAdministrator || administrators.includes(user.email.toLowerCase()))
}
