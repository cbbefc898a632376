import { and, asc, eq, gte, inArray, isNull, lt, lte, min, notInArray, or, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { IngestionError } from '../../../src/services/contract/documents.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { documents, knowledgeBases } from '../../kernel/db/schema/index.ts'
import { failure } from '../../kernel/texts/ingestion-failure.ts'
import { lockAwaiting, openAwaited } from '../readers/taken-over.ts'
import { UNFINISHED } from './documents.selection.ts'
import type { DocumentRow } from './documents.types.ts'
import { emitDocument } from './webhook-events.ts'

/** A document whose reader ends is tried so often before it has failed, and again so often for each Retry. */
export const TRIES_MAX = 3
/** The same for faults of ours, and for a process that was lost: they are seldom the document's. */
export const OUR_TRIES_MAX = 10
const FIRST_PAUSE = 5 // s, doubled with each try
const LONGEST_PAUSE = 600 // s
/** How often somebody may ask for another round of tries. */
export const RETRIES_MAX = 10

const IN_WORK = ['reading', 'splitting', 'embedding'] as const

/** The attempt that is meant, of all that were made at a document. */
export type Work = Pick<DocumentRow, 'id' | 'reading'>

export type DocumentWorkRepository = ReturnType<typeof createDocumentWorkRepository>

/** Documents as work: waiting, taken up, ready or failed. Their rows are the queue. */
export const createDocumentWorkRepository = (db: Db) => {
  /** Null when another content or another process has taken the work over, or it was cancelled. */
  const update = async (work: Work, changes: PgUpdateSetSource<typeof documents>, on: Db | Tx = db) => {
    const [row] = await on
      .update(documents)
      .set({ ...changes, updatedAt: new Date() })
      .where(isOf(work))
      .returning()
    return row ?? null
  }

  const moveAll = (ids: string[], from: DocumentRow['status'], to: DocumentRow['status']) =>
    db
      .update(documents)
      .set({ status: to, updatedAt: new Date() })
      .where(and(inArray(documents.id, ids), eq(documents.status, from)))
      .returning()

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
     * Claims the next waiting document of an organization; null when none waits. The attempt is counted first, so
     * that a document that ends the process is not tried without end.
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
          status: 'reading',
          reading: sql`${documents.reading} + 1`,
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
    tryAgain: (work: Work) => update(work, { status: 'queued', progress: null, notBefore: afterPause() }),

    /** Puts back a document whose work was cut short, by our own end or by storage that is away: that try does not count. */
    putBack: (work: Work, notBefore: Date | null = null) =>
      update(work, {
        status: 'queued',
        progress: null,
        tries: sql`greatest(${documents.tries} - 1, 0)`,
        notBefore,
      }),

    /** Says that the work on a document is alive. */
    beat: (work: Work) => update(work, {}),

    /** By which settings a document of the base is read now, and of which of its indexes they are. */
    async settingsOf(knowledgeBaseId: string) {
      const [row] = await db
        .select({ settings: knowledgeBases.settings, indexNumber: knowledgeBases.indexNumber })
        .from(knowledgeBases)
        .where(eq(knowledgeBases.id, knowledgeBaseId))
      return row ?? null
    },

    /**
     * Updates the status, the counts and the published reading in one statement, so that a `ready` document has
     * matching counts. `outdated` when another index was published since the document was read for `indexNumber`: it
     * then waits to be read for that index.
     */
    finish: (work: Work, indexNumber: number, counts: Pick<DocumentRow, 'passageCount' | 'wordCount'>) =>
      db.transaction(async (tx): Promise<DocumentRow | 'outdated' | null> => {
        const now = new Date()
        const base = tx
          .select({ id: documents.knowledgeBaseId })
          .from(documents)
          .where(eq(documents.id, work.id))
        // The base comes first, as in everything that changes both.
        const [of] = await tx
          .update(knowledgeBases)
          .set({ updatedAt: now })
          .where(eq(knowledgeBases.id, sql`(${base})`))
          .returning({
            indexNumber: knowledgeBases.indexNumber,
            organizationId: knowledgeBases.organizationId,
          })
        const awaiting = await lockAwaiting(tx, work.id)
        const isOutdated = of?.indexNumber !== indexNumber
        const [row] = await tx
          .update(documents)
          .set({
            progress: null,
            updatedAt: now,
            ...(isOutdated
              ? { status: 'queued', tries: sql`greatest(${documents.tries} - 1, 0)` }
              : { ...counts, status: 'ready', error: null, servedReading: work.reading, servedAt: now }),
          })
          .where(isOf(work))
          .returning()
        if (!row) return null
        if (isOutdated) return 'outdated'
        await emitDocument(tx, 'document.ready', row)
        return openAwaited(tx, of!.organizationId, awaiting, row)
      }),

    /** Says of ready documents that their pages are fetched again; what is searched of them stays. */
    beginFetching: (ids: string[]) => moveAll(ids, 'ready', 'fetching'),

    /** Those that have got no other content meanwhile are ready as before. */
    endFetching: (ids: string[]) => moveAll(ids, 'fetching', 'ready'),

    /** What an older reading made stays searched. */
    fail: (work: Work, error: IngestionError) =>
      db.transaction(async (tx) => {
        const row = await update(work, { status: 'failed', progress: null, error }, tx)
        if (row) await emitDocument(tx, 'document.failed', row)
        return row
      }),

    /** Ends what waits or is worked on; null when it is settled. */
    async cancel(id: string) {
      const [row] = await db
        .update(documents)
        .set({ status: 'cancelled', progress: null, error: null, notBefore: null, updatedAt: new Date() })
        .where(and(eq(documents.id, id), inArray(documents.status, UNFINISHED)))
        .returning()
      return row ?? null
    },

    /** Puts back a document that failed or was cancelled; null when it is not so, or was asked for too often. */
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
        .where(
          and(
            eq(documents.id, id),
            inArray(documents.status, ['failed', 'cancelled']),
            lt(documents.retries, RETRIES_MAX),
          ),
        )
        .returning()
      return row ?? null
    },

    /**
     * Puts back into the queue every document without progress since `silentSince` that is not in `ours`. Returns the
     * documents that failed because they lost their process too often.
     */
    async recover(silentSince: Date, ours: string[]) {
      await db
        .update(documents)
        .set({ status: 'ready' })
        .where(and(eq(documents.status, 'fetching'), lt(documents.updatedAt, silentSince)))
      const isSilent = and(
        inArray(documents.status, IN_WORK),
        lt(documents.updatedAt, silentSince),
        notInArray(documents.id, ours),
      )
      const failed = await db.transaction(async (tx) => {
        const rows = await tx
          .update(documents)
          .set({
            status: 'failed',
            progress: null,
            error: failure('interrupted').reason,
            updatedAt: new Date(),
          })
          .where(and(isSilent, gte(documents.tries, OUR_TRIES_MAX)))
          .returning()
        for (const row of rows) await emitDocument(tx, 'document.failed', row)
        return rows
      })
      // A process that was killed is no reason to wait; a document that was there each time may be.
      const notBefore = sql`case when ${documents.tries} < ${TRIES_MAX} then null else ${afterPause()} end`
      await db.update(documents).set({ status: 'queued', progress: null, notBefore }).where(isSilent)
      return failed
    },
  }
}

/** When a document is tried next. */
const afterPause = () =>
  sql`now() + least(${FIRST_PAUSE} * 2 ^ (${documents.tries} - 1), ${LONGEST_PAUSE}) * interval '1 second'`

/** Another attempt, or another content, has another reading; one that was cancelled is nobody's. */
const isOf = ({ id, reading }: Work) =>
  and(eq(documents.id, id), eq(documents.reading, reading), inArray(documents.status, IN_WORK))

const isWaiting = () =>
  and(eq(documents.status, 'queued'), or(isNull(documents.notBefore), lte(documents.notBefore, new Date())))
