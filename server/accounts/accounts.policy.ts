import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { EMAIL_UNVERIFIED } from '../../src/services/contract/accounts.ts'
import type { Db, Tx } from '../kernel/db/open.ts'
import { users } from '../kernel/db/schema/index.ts'
import { refusal } from '../kernel/errors.ts'

/** Whether a mailed link has confirmed the account's address. Checked on each use, like every right. */
export async function isVerified(db: Db | Tx, userId: string): Promise<boolean> {
  const [user] = await db.select({ at: users.emailVerifiedAt }).from(users).where(eq(users.id, userId))
  return user !== undefined && user.at !== null
}

/**
 * Requires a confirmed address, for actions that reach other people or outlive a session.
 * @throws Refusal 403 `email_unverified`
 */
export async function requireVerified(db: Db | Tx, userId: string): Promise<void> {
  if (await isVerified(db, userId)) return
  throw refusal(EMAIL_UNVERIFIED)
}

/** Enforces it for operations that declare it. Call it after registerMemberships: strangers get 404. */
export function registerVerification(app: FastifyInstance, db: Db) {
  app.addHook('preHandler', async (request) => {
    if (request.routeOptions.config.rules?.verified) await requireVerified(db, request.user.id)
  })
}
