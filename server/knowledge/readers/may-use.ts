import { eq, inArray, or, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { integrationReaders, integrations } from '../../kernel/db/schema/index.ts'
import { refusal } from '../../kernel/errors.ts'
import { namedIn, PUBLIC, pairsBy, type ReaderId } from './may-read.ts'

/**
 * Assistants of any organization that someone may use: the only place that defines this. Undefined is the
 * server itself, which may use all. Membership is checked elsewhere.
 */
export const mayUse = (userId: ReaderId | AnyPgColumn | undefined): SQL | undefined => {
  if (userId === undefined) return undefined
  const isForEveryone = eq(integrations.isRestricted, false)
  if (userId === PUBLIC) return isForEveryone
  return or(isForEveryone, inArray(integrations.id, namedIn(integrationReaders, userId)))
}

/** Their ids, for queries on what belongs to assistants. */
export const usableBy = (db: Db, userId: ReaderId) =>
  db.select({ id: integrations.id }).from(integrations).where(mayUse(userId))

/** Pairs of people and assistants that they can use, as `person assistant`. */
export const userPairs = pairsBy(integrations, mayUse)

/**
 * Requires that it is open to everyone, and locks that until the end of the transaction.
 * @throws Refusal 409 for a restricted assistant
 */
export const requireForEveryone = async (tx: Tx, id: string) => {
  const [row] = await tx
    .select({ isRestricted: integrations.isRestricted })
    .from(integrations)
    .where(eq(integrations.id, id))
    .for('share')
  if (row?.isRestricted) throw refusal('assistant_restricted')
}
