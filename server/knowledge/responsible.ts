import { and, eq } from 'drizzle-orm'
import type { Db } from '../kernel/db/open.ts'
import { memberships } from '../kernel/db/schema/index.ts'
import { createMembersRepository } from '../organizations/members/members.repository.ts'
import { readersAmong } from './readers/may-read.ts'

/** Something in a knowledge base that someone requested. */
type Asked = { createdBy: string | null; knowledgeBaseId: string }

/**
 * People concerned by a decision or failure: the requester while they are a member, otherwise the
 * organization's managers; only readers of the knowledge base.
 */
export const createResponsible = (db: Db) => {
  const members = createMembersRepository(db)
  return async ({ createdBy, knowledgeBaseId }: Asked, organizationId: string) => {
    const isMember =
      createdBy !== null &&
      (await db.$count(
        memberships,
        and(eq(memberships.organizationId, organizationId), eq(memberships.userId, createdBy)),
      )) > 0
    const recipients = isMember ? [createdBy] : await members.withRight(organizationId, 'manage')
    return readersAmong(db, recipients, knowledgeBaseId)
  }
}
