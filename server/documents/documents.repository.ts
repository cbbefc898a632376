import { and, desc, eq, inArray, notExists } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../db/open.ts'
import { documents, knowledgeBases, removedFiles } from '../db/schema/index.ts'
import type { DocumentRow } from './documents.types.ts'

const UNFINISHED = ['queued', 'parsing', 'chunking', 'indexing'] as const
const REMOVED_AT_ONCE = 1_000

export type DocumentsRepository = ReturnType<typeof createDocumentsRepository>

export const createDocumentsRepository = (db: Db) => ({
  /** Newest first. */
  of: (knowledgeBaseId: string) =>
    db
      .select()
      .from(documents)
      .where(eq(documents.knowledgeBaseId, knowledgeBaseId))
      .orderBy(desc(documents.createdAt), desc(documents.id)),

  /** With the organization that it belongs to; null when there is none. */
  async find(id: string) {
    const [found] = await db
      .select({ document: documents, organizationId: knowledgeBases.organizationId })
      .from(documents)
      .innerJoin(knowledgeBases, eq(knowledgeBases.id, documents.knowledgeBaseId))
      .where(eq(documents.id, id))
    return found ?? null
  },

  /** `duplicate` when the base holds the same content already, null when the base is gone. */
  insert: (row: typeof documents.$inferInsert) =>
    db.transaction(async (tx): Promise<DocumentRow | 'duplicate' | null> => {
      const [base] = await tx
        .select({ id: knowledgeBases.id })
        .from(knowledgeBases)
        .where(eq(knowledgeBases.id, row.knowledgeBaseId))
        .for('update')
      if (!base) return null
      const [same] = await tx
        .select({ id: documents.id })
        .from(documents)
        .where(
          and(eq(documents.knowledgeBaseId, row.knowledgeBaseId), eq(documents.contentHash, row.contentHash)),
        )
      if (same) return 'duplicate'
      const [inserted] = await tx.insert(documents).values(row).returning()
      return inserted ?? null
    }),

  delete: (id: string) => db.delete(documents).where(eq(documents.id, id)),

  /**
   * The base, and those of its documents that are settled and were not yet announced, each once: only when
   * whoever added them waits for no other.
   */
  async announceSettled(knowledgeBaseId: string) {
    const other = alias(documents, 'other')
    const waiting = db
      .select({ id: other.id })
      .from(other)
      .where(
        and(
          eq(other.knowledgeBaseId, documents.knowledgeBaseId),
          eq(other.createdBy, documents.createdBy),
          inArray(other.status, UNFINISHED),
        ),
      )
    const settled = await db
      .update(documents)
      .set({ announced: true })
      .where(
        and(
          eq(documents.knowledgeBaseId, knowledgeBaseId),
          eq(documents.announced, false),
          inArray(documents.status, ['ready', 'failed']),
          notExists(waiting),
        ),
      )
      .returning({
        name: documents.name,
        status: documents.status,
        error: documents.error,
        createdBy: documents.createdBy,
      })
    const [base] = await db
      .select({
        id: knowledgeBases.id,
        name: knowledgeBases.name,
        organizationId: knowledgeBases.organizationId,
      })
      .from(knowledgeBases)
      .where(eq(knowledgeBases.id, knowledgeBaseId))
    return { base, settled }
  },

  async known(ids: string[]) {
    const rows = await db.select({ id: documents.id }).from(documents).where(inArray(documents.id, ids))
    return new Set(rows.map(({ id }) => id))
  },

  /** Documents that were deleted and whose files may lie there still. */
  removed: () => db.select().from(removedFiles).limit(REMOVED_AT_ONCE),

  forgetRemoved: (ids: string[]) => db.delete(removedFiles).where(inArray(removedFiles.documentId, ids)),
})
