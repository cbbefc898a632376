import { lt } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { AccountsRepository } from './accounts/accounts.repository.ts'
import type { Db } from './db/open.ts'
import { idempotencyKeys } from './db/schema/index.ts'
import type { NotificationsRepository } from './notifications/notifications.repository.ts'

const HOUR = 3_600_000
const ANSWERS_KEPT = 24 * HOUR
const NOTIFICATIONS_KEPT = 90 * 24 * HOUR

/** Forgets every hour what nobody can ask for any more. Gives back what stops it. */
export function keepHouse(
  db: Db,
  accounts: AccountsRepository,
  notifications: NotificationsRepository,
  log: FastifyBaseLogger,
): () => void {
  const timer = setInterval(async () => {
    try {
      await db
        .delete(idempotencyKeys)
        .where(lt(idempotencyKeys.createdAt, new Date(Date.now() - ANSWERS_KEPT)))
      await accounts.deleteDeadSessions()
      await notifications.deleteOlderThan(new Date(Date.now() - NOTIFICATIONS_KEPT))
    } catch (error) {
      log.error({ err: error }, 'old rows could not be deleted')
    }
  }, HOUR)
  return () => clearInterval(timer)
}
