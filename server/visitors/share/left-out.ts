import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { may } from '../../../src/services/contract/roles.ts'
import type { IntegrationRow } from '../../assistants/integrations/integrations.types.ts'
import type { Db } from '../../kernel/db/open.ts'
import { knowledgeBases } from '../../kernel/db/schema/index.ts'
import { mayRead } from '../../knowledge/readers/may-read.ts'
import { memberOf } from '../../organizations/organizations.policy.ts'

/**
 * The knowledge bases of an assistant that the public is not answered from, as far as somebody may know of them: those
 * that they read, and all for those who look after the organization.
 */
export async function leftOutOf(
  db: Db,
  userId: string,
  { organizationId, knowledgeBaseIds, published }: IntegrationRow,
) {
  const ids = [...knowledgeBaseIds, ...(published?.configuration.knowledge_base_ids ?? [])]
  if (ids.length === 0) return []
  const { role } = await memberOf(db, userId, organizationId)
  return db
    .select({ id: knowledgeBases.id, name: knowledgeBases.name })
    .from(knowledgeBases)
    .where(
      and(
        eq(knowledgeBases.organizationId, organizationId),
        inArray(knowledgeBases.id, ids),
        eq(knowledgeBases.isRestricted, true),
        may(role, 'manage') ? undefined : mayRead(userId),
      ),
    )
    .orderBy(asc(sql`lower(${knowledgeBases.name})`))
}
