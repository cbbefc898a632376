import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { EMAIL_UNVERIFIED } from '../../src/services/contract/accounts.ts'
import type { Db, Tx } from '../kernel/db/open.ts'
import { users } from '../kernel/db/schema/index.ts'
import { refusal } from '../kernel/errors.ts'

/**
 * Requires a confirmed address, for actions that reach other people or outlive a session. Checked on each use, like
 * every right.
 * @throws Refusal 403 `email_unverified`
 */
export async function requireVerified(db: Db | Tx, userId: string): Promise<void> {
  const [user] = await db.select({ at: users.emailVerifiedAt }).from(users).where(eq(users.id, userId))
  if (!user?.at) throw refusal(EMAIL_UNVERIFIED)
}

/** Enforces it for operations that declare it. Call it after registerMemberships: strangers get 404. */
export function registerVerification(app: FastifyInstance, db: Db) {
  app.addHook('preHandler', async (request) => {
    if (request.routeOptions.config.rules?.verified) await requireVerified(db, request.user.id)
  })
}
