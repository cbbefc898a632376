import { and, eq } from 'drizzle-orm'
import { createBillingRepository } from '../billing/billing.repository.ts'
import type { Db } from '../kernel/db/open.ts'
import { memberships } from '../kernel/db/schema/index.ts'
import { readersAmong } from './readers/may-read.ts'

/** Something of a knowledge base that somebody asked for. */
type Asked = { createdBy: string | null; knowledgeBaseId: string }

/**
 * Whom a decision or a failure concerns: whoever asked for it while they are a member, otherwise those who look after
 * the organization; readers of the knowledge base alone.
 */
export const createResponsible = (db: Db) => {
  const { managersOf } = createBillingRepository(db)
  return async ({ createdBy, knowledgeBaseId }: Asked, organizationId: string) => {
    const isMember =
      createdBy !== null &&
      (await db.$count(
        memberships,
        and(eq(memberships.organizationId, organizationId), eq(memberships.userId, createdBy)),
      )) > 0
    const told = isMember ? [createdBy] : await managersOf(organizationId)
    return readersAmong(db, told, knowledgeBaseId)
  }
}
