import { and, asc, count, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { IngestionError } from '../../../src/services/contract/documents.ts'
import type { Db } from '../../kernel/db/open.ts'
import { documents, indexReadings, knowledgeIndexes } from '../../kernel/db/schema/index.ts'
import type { DocumentRow } from '../documents/documents.types.ts'
import type { IndexRow } from './indexes.repository.ts'
import { COMPLETE, isCurrent, isOpenIndex, searchedOf } from './indexes.selection.ts'

/** Rows removed at once. */
const REMAINS_AT_ONCE = 500

export type IndexReadingsRepository = ReturnType<typeof createIndexReadingsRepository>
export type ReadingResult = Pick<
  typeof indexReadings.$inferInsert,
  'passageCount' | 'wordCount' | 'changes' | 'lostEdits'
>

/** Readings of documents for an index that is being built. */
export const createIndexReadingsRepository = (db: Db) => ({
  /** A document missing from the index, and its reading if one was begun; null if the index has all. */
  async next({ id, knowledgeBaseId }: IndexRow) {
    const [row] = await db
      .select({ document: documents, before: indexReadings })
      .from(documents)
      .leftJoin(indexReadings, and(eq(indexReadings.documentId, documents.id), eq(indexReadings.indexId, id)))
      .where(and(searchedOf(knowledgeBaseId), or(isNull(indexReadings.indexId), sql`not (${isCurrent})`)))
      // One that fails, or was put back, is tried again after the others.
      .orderBy(
        sql`coalesce(${indexReadings.tries}, 0)`,
        sql`coalesce(${indexReadings.reading}, 0)`,
        asc(documents.createdAt),
        asc(documents.id),
      )
      .limit(1)
    return row ?? null
  },

  /**
   * Starts a reading of a document for an index. The attempt is counted first, so that a document that kills
   * the process is not retried forever. Null if the document or the index has changed in the meantime.
   */
  begin: (indexId: string, { id, servedAt }: DocumentRow, tries: number) =>
    db.transaction(async (tx) => {
      const [open] = await tx
        .select({ id: knowledgeIndexes.id })
        .from(knowledgeIndexes)
        .where(isOpenIndex(indexId))
        .for('share')
      if (!open) return null
      const [row] = await tx
        .update(documents)
        .set({ reading: sql`${documents.reading} + 1` })
        .where(
          and(
            eq(documents.id, id),
            inArray(documents.status, COMPLETE),
            servedAt ? eq(documents.servedAt, servedAt) : isNull(documents.servedAt),
          ),
        )
        .returning()
      if (!row) return null
      const begun = {
        reading: row.reading,
        version: row.version,
        servedAt: row.servedAt,
        isRead: false,
        tries,
        error: null,
        changes: null,
        lostEdits: null,
      }
      await tx
        .insert(indexReadings)
        .values({ indexId, documentId: id, ...begun })
        .onConflictDoUpdate({ target: [indexReadings.indexId, indexReadings.documentId], set: begun })
      return row
    }),

  /** Its attempt does not count: it met an outage or the end of the server. */
  putBack: (indexId: string, { id, reading }: DocumentRow) =>
    db
      .update(indexReadings)
      .set({ tries: sql`${indexReadings.tries} - 1` })
      .where(isReading(indexId, id, reading)),

  /** Completes the reading. False if another one was begun, or the index or the document is gone. */
  async finish(indexId: string, { id, reading }: DocumentRow, result: ReadingResult) {
    const rows = await db
      .update(indexReadings)
      .set({ ...result, isRead: true })
      .where(isReading(indexId, id, reading))
      .returning({ id: indexReadings.documentId })
    return rows.length > 0
  },

  /** The document keeps its current passages, for a reason. */
  async keep(indexId: string, { id, servedAt, passageCount, wordCount }: DocumentRow, error: IngestionError) {
    const kept = {
      reading: null,
      version: null,
      servedAt,
      isRead: true,
      passageCount,
      wordCount,
      error,
      changes: { added: 0, changed: 0, removed: 0, unchanged: passageCount },
      lostEdits: null,
    }
    await db
      .insert(indexReadings)
      .values({ indexId, documentId: id, ...kept })
      .onConflictDoUpdate({ target: [indexReadings.indexId, indexReadings.documentId], set: kept })
  },

  /** Hidden documents are read too, but not counted. */
  async progress({ id, knowledgeBaseId }: IndexRow) {
    const [row] = await db
      .select({ total: count(), done: count(sql`case when ${isCurrent} then 1 end`) })
      .from(documents)
      .leftJoin(indexReadings, and(eq(indexReadings.documentId, documents.id), eq(indexReadings.indexId, id)))
      .where(and(searchedOf(knowledgeBaseId), isNull(documents.removedAt)))
    return { done: row?.done ?? 0, total: row?.total ?? 0 }
  },

  /** The document's reading in an earlier index, if it is kept and has the current content. */
  async earlier({ knowledgeBaseId, restoredNumber }: IndexRow, { id, version }: DocumentRow) {
    if (restoredNumber === null) return null
    const [row] = await db
      .select({ reading: indexReadings.reading })
      .from(indexReadings)
      .innerJoin(knowledgeIndexes, eq(knowledgeIndexes.id, indexReadings.indexId))
      .where(
        and(
          eq(knowledgeIndexes.knowledgeBaseId, knowledgeBaseId),
          eq(knowledgeIndexes.number, restoredNumber),
          eq(indexReadings.documentId, id),
          eq(indexReadings.version, version),
        ),
      )
    return row?.reading ?? null
  },

  /** Remains of abandoned indexes: their readings of documents. */
  async remains() {
    const settled = db
      .select({ id: knowledgeIndexes.id })
      .from(knowledgeIndexes)
      .where(inArray(knowledgeIndexes.status, ['discarded', 'failed', 'cancelled']))
    return db
      .select({
        indexId: indexReadings.indexId,
        documentId: indexReadings.documentId,
        reading: indexReadings.reading,
      })
      .from(indexReadings)
      .where(inArray(indexReadings.indexId, settled))
      .limit(REMAINS_AT_ONCE)
  },

  forget: (indexId: string, documentId: string) =>
    db
      .delete(indexReadings)
      .where(and(eq(indexReadings.indexId, indexId), eq(indexReadings.documentId, documentId))),

  searched: (knowledgeBaseId: string) =>
    db
      .select({ id: documents.id, servedReading: documents.servedReading })
      .from(documents)
      .where(searchedOf(knowledgeBaseId)),
})

/** The document's reading for an index, unless another one was begun. */
const isReading = (indexId: string, documentId: string, reading: number) =>
  and(
    eq(indexReadings.indexId, indexId),
    eq(indexReadings.documentId, documentId),
    eq(indexReadings.reading, reading),
  )
