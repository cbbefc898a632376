import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { documents, knowledgeBases, passages } from '../db/schema/index.ts'
import type { PassagePlace } from './search.types.ts'

export type SearchRepository = ReturnType<typeof createSearchRepository>

export const createSearchRepository = (db: Db) => ({
  /** Where a passage of this organization stands; null for others and unknown ones. */
  async place(passageId: string, organizationId: string): Promise<PassagePlace | null> {
    const [row] = await db
      .select({ knowledgeBaseId: passages.knowledgeBaseId, status: documents.status })
      .from(passages)
      .innerJoin(documents, eq(documents.id, passages.documentId))
      .innerJoin(knowledgeBases, eq(knowledgeBases.id, passages.knowledgeBaseId))
      .where(and(eq(passages.id, passageId), eq(knowledgeBases.organizationId, organizationId)))
    return row ? { passageId, knowledgeBaseId: row.knowledgeBaseId, isReady: row.status === 'ready' } : null
  },

  /** Passages by id, in no order. */
  passages: async (ids: string[]) =>
    ids.length === 0
      ? []
      : db
          .select({
            id: passages.id,
            documentId: passages.documentId,
            position: passages.position,
            headingPath: passages.headingPath,
            content: passages.content,
            charStart: passages.charStart,
            charEnd: passages.charEnd,
            page: passages.page,
          })
          .from(passages)
          .where(inArray(passages.id, ids)),
})
