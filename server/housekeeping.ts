import { lt } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from './db/open.ts'
import { idempotencyKeys } from './db/schema/index.ts'

const HOUR = 3_600_000
const ANSWERS_KEPT = 24 * HOUR

/** Forgets every hour what nobody can ask for any more; `sweeps` are those of the modules. Gives back what stops it. */
export function keepHouse(
  db: Db,
  log: FastifyBaseLogger,
  sweeps: readonly (() => Promise<unknown>)[],
): () => void {
  const timer = setInterval(async () => {
    try {
      await db
        .delete(idempotencyKeys)
        .where(lt(idempotencyKeys.createdAt, new Date(Date.now() - ANSWERS_KEPT)))
      for (const sweep of sweeps) await sweep()
    } catch (error) {
      log.error({ err: error }, 'old rows could not be deleted')
    }
  }, HOUR)
  return () => clearInterval(timer)
}
