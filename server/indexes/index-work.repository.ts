import { and, asc, count, eq, inArray, isNotNull, isNull, lt, lte, min, ne, or, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { IngestionError } from '../../src/services/contract/documents.ts'
import type { Db } from '../db/open.ts'
import { documents, indexReadings, knowledgeBases, knowledgeIndexes } from '../db/schema/index.ts'
import type { IndexedDocument, IndexRow } from './indexes.types.ts'

const OPEN = ['queued', 'building'] as const

export type IndexWorkRepository = ReturnType<typeof createIndexWorkRepository>
export type ReadingResult = Pick<
  typeof indexReadings.$inferInsert,
  'passageCount' | 'wordCount' | 'changes' | 'lostEdits'
>

/** What an index lacks: documents that are searched and were not read for it as they are now. */
const IS_CURRENT = and(eq(indexReadings.isRead, true), eq(indexReadings.servedAt, documents.servedAt))

/** Indexes as work: their rows are the queue, and each is worked on one document a turn. */
export const createIndexWorkRepository = (db: Db) => {
  /** Null when it was cancelled or settled meanwhile. */
  const update = async (id: string, changes: PgUpdateSetSource<typeof knowledgeIndexes>) => {
    const [row] = await db
      .update(knowledgeIndexes)
      .set({ ...changes, updatedAt: new Date() })
      .where(and(eq(knowledgeIndexes.id, id), inArray(knowledgeIndexes.status, OPEN)))
      .returning()
    return row ?? null
  }

  const searchedOf = (knowledgeBaseId: string) =>
    and(eq(documents.knowledgeBaseId, knowledgeBaseId), isNotNull(documents.servedReading))

  return {
    update,

    /** The organizations that have an index to work on now, by the one that has waited longest. */
    async waitingOrganizations() {
      const rows = await db
        .select({ organizationId: knowledgeBases.organizationId })
        .from(knowledgeIndexes)
        .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeIndexes.knowledgeBaseId))
        .where(isFree())
        .groupBy(knowledgeBases.organizationId)
        .orderBy(asc(min(knowledgeIndexes.createdAt)))
      return rows.map(({ organizationId }) => organizationId)
    },

    /** Takes the next turn of an index of an organization; null when none waits. */
    async claim(organizationId: string, until: Date) {
      const next = db
        .select({ id: knowledgeIndexes.id })
        .from(knowledgeIndexes)
        .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeIndexes.knowledgeBaseId))
        .where(and(eq(knowledgeBases.organizationId, organizationId), isFree()))
        .orderBy(asc(knowledgeIndexes.updatedAt), asc(knowledgeIndexes.id))
        .limit(1)
        .for('update', { of: knowledgeIndexes, skipLocked: true })
      const [row] = await db
        .update(knowledgeIndexes)
        .set({
          status: 'building',
          claimedUntil: until,
          notBefore: null,
          startedAt: sql`coalesce(${knowledgeIndexes.startedAt}, now())`,
          updatedAt: new Date(),
        })
        .where(and(eq(knowledgeIndexes.id, sql`(${next})`), inArray(knowledgeIndexes.status, OPEN)))
        .returning()
      return row ?? null
    },

    /** Gives back the turns of processes that are gone. */
    release: () =>
      db.update(knowledgeIndexes).set({ claimedUntil: null }).where(inArray(knowledgeIndexes.status, OPEN)),

    /** A document that the index lacks, and the reading that was begun of it, if one was; null when it has all. */
    async next({ id, knowledgeBaseId }: IndexRow) {
      const [row] = await db
        .select({ document: documents, before: indexReadings })
        .from(documents)
        .leftJoin(
          indexReadings,
          and(eq(indexReadings.documentId, documents.id), eq(indexReadings.indexId, id)),
        )
        .where(and(searchedOf(knowledgeBaseId), or(isNull(indexReadings.indexId), sql`not (${IS_CURRENT})`)))
        .orderBy(asc(documents.createdAt), asc(documents.id))
        .limit(1)
      return row ?? null
    },

    /**
     * Begins a reading of a document for an index; the attempt is counted before, so that a document that ends the
     * process is not tried for ever. Null when the document or the index has changed meanwhile.
     */
    begin: (indexId: string, { id, servedAt }: IndexedDocument, tries: number) =>
      db.transaction(async (tx) => {
        const [open] = await tx
          .select({ id: knowledgeIndexes.id })
          .from(knowledgeIndexes)
          .where(and(eq(knowledgeIndexes.id, indexId), inArray(knowledgeIndexes.status, OPEN)))
          .for('share')
        if (!open) return null
        const [row] = await tx
          .update(documents)
          .set({ reading: sql`${documents.reading} + 1` })
          .where(
            and(
              eq(documents.id, id),
              eq(documents.status, 'ready'),
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

    /** The reading is whole. False when another one was begun, or the index or the document is gone. */
    async finish(indexId: string, { id, reading }: IndexedDocument, result: ReadingResult) {
      const rows = await db
        .update(indexReadings)
        .set({ ...result, isRead: true })
        .where(
          and(
            eq(indexReadings.indexId, indexId),
            eq(indexReadings.documentId, id),
            eq(indexReadings.reading, reading),
          ),
        )
        .returning({ id: indexReadings.documentId })
      return rows.length > 0
    },

    /** The document keeps the passages that are searched, for a reason. */
    async keep(
      indexId: string,
      { id, servedAt, passageCount, wordCount }: IndexedDocument,
      error: IngestionError,
    ) {
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

    async progress({ id, knowledgeBaseId }: IndexRow) {
      const [row] = await db
        .select({ total: count(), done: count(sql`case when ${IS_CURRENT} then 1 end`) })
        .from(documents)
        .leftJoin(
          indexReadings,
          and(eq(indexReadings.documentId, documents.id), eq(indexReadings.indexId, id)),
        )
        .where(searchedOf(knowledgeBaseId))
      return { done: row?.done ?? 0, total: row?.total ?? 0 }
    },

    /** The reading of a document in an earlier index, if it is kept and of the content that the document has. */
    async earlier({ knowledgeBaseId, restoredNumber }: IndexRow, { id, version }: IndexedDocument) {
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

    /**
     * Lets an index be searched in the place of the one before, which is kept as the way back. `behind` when a
     * document has changed since it was read; null when it was cancelled meanwhile.
     */
    publish: (index: IndexRow, publishedAt: Date, changes: PgUpdateSetSource<typeof knowledgeIndexes>) =>
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
            .where(and(eq(knowledgeIndexes.id, id), inArray(knowledgeIndexes.status, OPEN)))
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

          if (before && served.length > 0)
            for (let at = 0; at < served.length; at += ROWS_AT_ONCE)
              await tx.insert(indexReadings).values(
                served.slice(at, at + ROWS_AT_ONCE).map((one) => ({
                  indexId: before.id,
                  documentId: one.id,
                  reading: one.servedReading,
                  version: one.status === 'ready' ? one.version : null,
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
        }),

    /** What is left of indexes that came to nothing: their readings of documents. */
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
        .limit(ROWS_AT_ONCE)
    },

    forget: (indexId: string, documentId: string) =>
      db
        .delete(indexReadings)
        .where(and(eq(indexReadings.indexId, indexId), eq(indexReadings.documentId, documentId))),

    /** Documents of a knowledge base that are searched. */
    searched: (knowledgeBaseId: string) =>
      db
        .select({ id: documents.id, servedReading: documents.servedReading })
        .from(documents)
        .where(searchedOf(knowledgeBaseId)),
  }
}

/** Rows that one statement writes or reads. */
const ROWS_AT_ONCE = 500

/** A document has changed since it was read for the index. */
class Behind extends Error {}

const isFree = () =>
  and(
    inArray(knowledgeIndexes.status, OPEN),
    or(isNull(knowledgeIndexes.claimedUntil), lt(knowledgeIndexes.claimedUntil, new Date())),
    or(isNull(knowledgeIndexes.notBefore), lte(knowledgeIndexes.notBefore, new Date())),
  )
