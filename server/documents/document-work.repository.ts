import { and, asc, count, eq, gte, inArray, isNull, lt, lte, min, notInArray, or, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { IngestionError } from '../../src/services/contract/documents.ts'
import type { Db } from '../db/open.ts'
import { documents, knowledgeBases, passages } from '../db/schema/index.ts'
import { failure } from '../ingestion/failure.ts'

/** A document is tried so often before it has failed, and again so often for each Retry. */
export const TRIES_MAX = 3
/** How often somebody may ask for another round of tries. */
export const RETRIES_MAX = 10

const IN_WORK = ['parsing', 'chunking', 'indexing'] as const

export type DocumentWorkRepository = ReturnType<typeof createDocumentWorkRepository>

/** Documents as work: waiting, taken up, ready or failed. Their rows are the queue. */
export const createDocumentWorkRepository = (db: Db) => {
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
  }
}

const isWaiting = () =>
  and(eq(documents.status, 'queued'), or(isNull(documents.notBefore), lte(documents.notBefore, new Date())))
