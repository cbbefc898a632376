import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  min,
  notExists,
  notInArray,
  or,
  sql,
} from 'drizzle-orm'
import { alias, type PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { IngestionError } from '../../src/services/contract/documents.ts'
import type { Db } from '../db/open.ts'
import { documents, knowledgeBases, passages, removedFiles } from '../db/schema/index.ts'
import { failure } from '../ingestion/failure.ts'

export type DocumentRow = typeof documents.$inferSelect
type NewPassage = typeof passages.$inferInsert

/** A document is tried so often before it has failed, and again so often for each Retry. */
export const TRIES_MAX = 3
/** How often somebody may ask for another round of tries. */
export const RETRIES_MAX = 10

const IN_WORK = ['parsing', 'chunking', 'indexing'] as const
const UNFINISHED = ['queued', ...IN_WORK] as const
/** Longer deletions would hold up everybody else on the embedded database. */
const DELETED_AT_ONCE = 1_000
const REMOVED_AT_ONCE = 1_000

export type DocumentsRepository = ReturnType<typeof createDocumentsRepository>

export const createDocumentsRepository = (db: Db) => {
  const update = async (id: string, changes: PgUpdateSetSource<typeof documents>) => {
    const [row] = await db
      .update(documents)
      .set({ ...changes, updatedAt: new Date() })
      .where(eq(documents.id, id))
      .returning()
    return row ?? null
  }

  return {
    update,

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
            and(
              eq(documents.knowledgeBaseId, row.knowledgeBaseId),
              eq(documents.contentHash, row.contentHash),
            ),
          )
        if (same) return 'duplicate'
        const [inserted] = await tx.insert(documents).values(row).returning()
        return inserted ?? null
      }),

    passagesOf: (documentId: string) =>
      db
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
        .where(eq(passages.documentId, documentId))
        .orderBy(asc(passages.position)),

    insertPassages: (rows: NewPassage[]) => db.insert(passages).values(rows),

    async deletePassages(documentId: string) {
      const some = db
        .select({ id: passages.id })
        .from(passages)
        .where(eq(passages.documentId, documentId))
        .limit(DELETED_AT_ONCE)
      let deleted: unknown[]
      do {
        deleted = await db.delete(passages).where(inArray(passages.id, some)).returning({ id: passages.id })
      } while (deleted.length === DELETED_AT_ONCE)
    },

    delete: (id: string) => db.delete(documents).where(eq(documents.id, id)),

    /** The organizations that have documents to be worked on now, by the one that has waited longest. */
    async waitingOrganizations() {
      const rows = await db
        .select({ organizationId: knowledgeBases.organizationId })
        .from(documents)
        .innerJoin(knowledgeBases, eq(knowledgeBases.id, documents.knowledgeBaseId))
        .where(isWaiting())
        .groupBy(knowledgeBases.organizationId)
        .orderBy(asc(min(documents.createdAt)))
      return rows.map(({ organizationId }) => organizationId)
    },

    /**
     * Begins work on the next waiting document of an organization; null when none is left. The attempt is
     * counted before the work begins, so that a document that ends the process is not tried for ever.
     */
    async claim(organizationId: string) {
      const next = db
        .select({ id: documents.id })
        .from(documents)
        .innerJoin(knowledgeBases, eq(knowledgeBases.id, documents.knowledgeBaseId))
        .where(and(eq(knowledgeBases.organizationId, organizationId), isWaiting()))
        .orderBy(asc(documents.tries), asc(documents.createdAt), asc(documents.id))
        .limit(1)
        .for('update', { of: documents, skipLocked: true })
      const [row] = await db
        .update(documents)
        .set({
          status: 'parsing',
          attempts: sql`${documents.attempts} + 1`,
          tries: sql`${documents.tries} + 1`,
          progress: null,
          error: null,
          notBefore: null,
          updatedAt: new Date(),
        })
        // `=` and not `in`: PostgreSQL may evaluate what stands in an `in` again, and take further rows.
        .where(and(eq(documents.id, sql`(${next})`), eq(documents.status, 'queued')))
        .returning()
      return row ?? null
    },

    /** Lets a document whose work failed by a fault of ours wait for its next try. */
    tryAgain: (id: string, notBefore: Date) => update(id, { status: 'queued', progress: null, notBefore }),

    /** Puts back a document that the end of the server cut short: that try does not count. */
    putBack: (id: string) =>
      update(id, { status: 'queued', progress: null, tries: sql`greatest(${documents.tries} - 1, 0)` }),

    /** Says that the work on a document is alive. */
    beat: (id: string) => update(id, {}),

    /** Status and counts at once: what reads `ready` reads the right numbers. */
    finish: (id: string, passageCount: number, wordCount: number) =>
      db.transaction(async (tx) => {
        const now = new Date()
        const [held] = await tx
          .select({ passages: count() })
          .from(passages)
          .where(eq(passages.documentId, id))
        // Another process took the work for dead and wrote as well: it is done anew, by one.
        if (held?.passages !== passageCount) throw new Error('a document has other passages than it should')
        const [row] = await tx
          .update(documents)
          .set({ status: 'ready', progress: null, error: null, passageCount, wordCount, updatedAt: now })
          .where(eq(documents.id, id))
          .returning()
        if (row) {
          await tx
            .update(knowledgeBases)
            .set({ updatedAt: now })
            .where(eq(knowledgeBases.id, row.knowledgeBaseId))
        }
        return row ?? null
      }),

    fail: (id: string, error: IngestionError) =>
      update(id, { status: 'failed', progress: null, error, passageCount: 0, wordCount: 0 }),

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

    /** Puts back a failed document; null when it has not failed, or was asked for too often. */
    async requeue(id: string) {
      const [row] = await db
        .update(documents)
        .set({
          status: 'queued',
          progress: null,
          error: null,
          announced: false,
          tries: 0,
          retries: sql`${documents.retries} + 1`,
          notBefore: null,
          updatedAt: new Date(),
        })
        .where(and(eq(documents.id, id), eq(documents.status, 'failed'), lt(documents.retries, RETRIES_MAX)))
        .returning()
      return row ?? null
    },

    /**
     * Puts back every document whose work has not been heard of since `silentSince` and is not `ours`. Gives
     * back those that have ended their process too often instead: they have failed.
     */
    async recover(silentSince: Date, ours: string[]) {
      const isSilent = and(
        inArray(documents.status, IN_WORK),
        lt(documents.updatedAt, silentSince),
        notInArray(documents.id, ours),
      )
      const failed = await db
        .update(documents)
        .set({ status: 'failed', progress: null, error: failure('crashed').reason, updatedAt: new Date() })
        .where(and(isSilent, gte(documents.tries, TRIES_MAX)))
        .returning()
      await db.update(documents).set({ status: 'queued', progress: null }).where(isSilent)
      return failed
    },

    async known(ids: string[]) {
      const rows = await db.select({ id: documents.id }).from(documents).where(inArray(documents.id, ids))
      return new Set(rows.map(({ id }) => id))
    },

    /** Documents that were deleted and whose files may lie there still. */
    removed: () => db.select().from(removedFiles).limit(REMOVED_AT_ONCE),

    forgetRemoved: (ids: string[]) => db.delete(removedFiles).where(inArray(removedFiles.documentId, ids)),
  }
}

const isWaiting = () =>
  and(eq(documents.status, 'queued'), or(isNull(documents.notBefore), lte(documents.notBefore, new Date())))
