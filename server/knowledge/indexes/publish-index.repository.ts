import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Db } from '../../kernel/db/open.ts'
import { documents, indexReadings, knowledgeBases, knowledgeIndexes } from '../../kernel/db/schema/index.ts'
import type { IndexRow } from './indexes.repository.ts'
import { COMPLETE, isOpenIndex, searchedOf } from './indexes.selection.ts'

/** Rows written by one statement. */
const ROWS_AT_ONCE = 500

/** A document has changed since it was read for the index. */
class Behind extends Error {}

export type PublishIndex = ReturnType<typeof createPublishIndex>

/**
 * Replaces the current index, which is kept so that it can be restored. `behind` if a document has changed
 * since it was read; null if the index was cancelled in the meantime.
 */
export const createPublishIndex =
  (db: Db) => (index: IndexRow, publishedAt: Date, changes: PgUpdateSetSource<typeof knowledgeIndexes>) =>
    db
      .transaction(async (tx) => {
        const { id, knowledgeBaseId, number } = index
        const [base] = await tx
          .select({ indexNumber: knowledgeBases.indexNumber })
          .from(knowledgeBases)
          .where(eq(knowledgeBases.id, knowledgeBaseId))
          .for('update')
        const [row] = await tx
          .update(knowledgeIndexes)
          .set({
            ...changes,
            status: 'published',
            progress: null,
            claimedUntil: null,
            publishedAt,
            updatedAt: publishedAt,
          })
          .where(isOpenIndex(id))
          .returning()
        if (!base || !row) return null
        const [before] = await tx
          .update(knowledgeIndexes)
          .set({ status: 'replaced' })
          .where(
            and(
              eq(knowledgeIndexes.knowledgeBaseId, knowledgeBaseId),
              eq(knowledgeIndexes.number, base.indexNumber),
            ),
          )
          .returning({ id: knowledgeIndexes.id })

        const ofBase = tx
          .select({ id: knowledgeIndexes.id })
          .from(knowledgeIndexes)
          .where(eq(knowledgeIndexes.knowledgeBaseId, knowledgeBaseId))
        await tx
          .delete(indexReadings)
          .where(and(inArray(indexReadings.indexId, ofBase), ne(indexReadings.indexId, id)))
        const served = await tx.select().from(documents).where(searchedOf(knowledgeBaseId)).for('update')
        const own = new Map(
          (await tx.select().from(indexReadings).where(eq(indexReadings.indexId, id))).map((one) => [
            one.documentId,
            one,
          ]),
        )
        const isBehind = served.some((one) => {
          const reading = own.get(one.id)
          return !reading?.isRead || reading.servedAt?.getTime() !== one.servedAt?.getTime()
        })
        if (isBehind) throw new Behind()

        if (before)
          for (let at = 0; at < served.length; at += ROWS_AT_ONCE)
            await tx.insert(indexReadings).values(
              served.slice(at, at + ROWS_AT_ONCE).map((one) => ({
                indexId: before.id,
                documentId: one.id,
                reading: one.servedReading,
                version: COMPLETE.includes(one.status) ? one.version : null,
                servedAt: one.servedAt,
                isRead: true,
                passageCount: one.passageCount,
                wordCount: one.wordCount,
              })),
            )
        await tx
          .update(documents)
          .set({
            servedReading: indexReadings.reading,
            servedAt: publishedAt,
            passageCount: sql`${indexReadings.passageCount}`,
            wordCount: sql`${indexReadings.wordCount}`,
          })
          .from(indexReadings)
          .where(
            and(
              eq(indexReadings.indexId, id),
              eq(indexReadings.documentId, documents.id),
              isNotNull(indexReadings.reading),
            ),
          )
        await tx.delete(indexReadings).where(eq(indexReadings.indexId, id))
        await tx
          .update(knowledgeBases)
          .set({
            indexNumber: number,
            settings: sql`${knowledgeBases.settings} || jsonb_build_object('passage_size', ${index.passageSize}::integer, 'passage_overlap', ${index.passageOverlap}::integer)`,
            updatedAt: publishedAt,
          })
          .where(eq(knowledgeBases.id, knowledgeBaseId))
        return row
      })
      .catch((error: unknown) => {
        if (error instanceof Behind) return 'behind' as const
        throw error
      })
