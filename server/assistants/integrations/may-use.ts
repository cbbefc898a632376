import { eq, inArray, or, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../kernel/db/open.ts'
import { integrationReaders, integrations } from '../../kernel/db/schema/index.ts'
import { namedIn, PUBLIC, pairsBy, type ReaderId } from '../../knowledge/readers/may-read.ts'

/**
 * The assistants that somebody may use, of whatever organization: the only place that says so. Undefined is the server
 * itself, which may use all. Membership is asked for elsewhere.
 */
export const mayUse = (userId: ReaderId | AnyPgColumn | undefined): SQL | undefined => {
  if (userId === undefined) return undefined
  const isForEveryone = eq(integrations.isRestricted, false)
  if (userId === PUBLIC) return isForEveryone
  return or(isForEveryone, inArray(integrations.id, namedIn(integrationReaders, userId)))
}

/** Their ids, for queries of what belongs to assistants. */
export const usableBy = (db: Db, userId: ReaderId) =>
  db.select({ id: integrations.id }).from(integrations).where(mayUse(userId))

/** Which of some people may use which of some assistants, as `person assistant`. */
export const userPairs = pairsBy(integrations, mayUse)
