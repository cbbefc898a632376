import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { may } from '../../../src/services/contract/roles.ts'
import type { IntegrationRow } from '../../assistants/integrations/integrations.types.ts'
import { byName } from '../../kernel/db/filters.ts'
import type { Db } from '../../kernel/db/open.ts'
import { documents, knowledgeBases } from '../../kernel/db/schema/index.ts'
import { mayRead, mayReadDocument } from '../../knowledge/readers/may-read.ts'
import { memberOf } from '../../organizations/organizations.policy.ts'

const DOCUMENTS_NAMED_MAX = 100

/**
 * Knowledge bases of an assistant that public answers leave out, and documents of its others, as far as someone
 * may know of them: what they can read and, for managers of the organization, everything except documents of
 * bases that they cannot read.
 */
export async function leftOutOf(
  db: Db,
  userId: string,
  { organizationId, knowledgeBaseIds, published }: IntegrationRow,
) {
  const ids = [...knowledgeBaseIds, ...(published?.configuration.knowledge_base_ids ?? [])]
  if (ids.length === 0) return { left_out: [], left_out_documents: [] }
  const { role } = await memberOf(db, userId, organizationId)
  const manages = may(role, 'manage')
  const isOfAssistant = and(
    eq(knowledgeBases.organizationId, organizationId),
    inArray(knowledgeBases.id, ids),
  )
  return {
    left_out: await db
      .select({ id: knowledgeBases.id, name: knowledgeBases.name })
      .from(knowledgeBases)
      .where(and(isOfAssistant, eq(knowledgeBases.isRestricted, true), manages ? undefined : mayRead(userId)))
      .orderBy(byName(knowledgeBases.name)),
    left_out_documents: await db
      .select({ id: documents.id, name: documents.name })
      .from(documents)
      .innerJoin(knowledgeBases, eq(knowledgeBases.id, documents.knowledgeBaseId))
      .where(
        and(
          isOfAssistant,
          eq(knowledgeBases.isRestricted, false),
          eq(documents.isRestricted, true),
          isNull(documents.removedAt),
          manages ? undefined : mayReadDocument(userId),
        ),
      )
      .orderBy(byName(documents.name), asc(documents.id))
      .limit(DOCUMENTS_NAMED_MAX),
  }
}
