import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, gte, inArray, isNull, lt, lte, min, notInArray, or, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { IngestionError } from '../../../src/services/contract/documents.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { documents, knowledgeBases } from '../../kernel/db/schema/index.ts'
import { failure } from '../../kernel/texts/reasons.ts'
import { openAwaited } from '../readers/taken-over.ts'
import { UNFINISHED } from './documents.selection.ts'
import type { DocumentRow } from './documents.types.ts'
import { type EditedPassage, editedIn } from './passages.repository.ts'
import { emitDocument } from './webhook-events.ts'

/** Attempts before a document whose reader dies has failed, and again after each Retry. */
export const TRIES_MAX = 3
/** The same for faults of ours, and for lost processes: the document is seldom the cause. */
export const OUR_TRIES_MAX = 10
const FIRST_PAUSE = 5 // s, doubled with each try
const LONGEST_PAUSE = 600 // s
/** How often another round of attempts can be requested. */
export const RETRIES_MAX = 10

/** Makes a document wait for ingestion like a new one. */
export const TO_BE_READ = {
  status: 'queued',
  progress: null,
  error: null,
  announced: false,
  tries: 0,
  notBefore: null,
} as const
const IN_WORK = ['reading', 'splitting', 'embedding'] as const

/** The attempt concerned, among all of a document's. */
export type Work = Pick<DocumentRow, 'id' | 'reading'>

export type DocumentWorkRepository = ReturnType<typeof createDocumentWorkRepository>

/** Documents as jobs: waiting, running, ready or failed. Their rows are the queue. */
export const createDocumentWorkRepository = (db: Db) => {
  /** Null if another content or process has taken over, or it was cancelled. */
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

    /** Organizations with documents due now, the longest waiting first. */
    async waitingOrganizations() {
      const rows = await db
        .select({ organizationId: knowledgeBases.organizationId })
        .from(documents)
        .innerJoin(knowledgeBases, eq(knowledgeBases.id, documents.knowledgeBaseId))
        .where(isWaiting())
        .groupBy(knowledgeBases.organizationId)
        .orderBy(asc(min(waitsSince)))
      return rows.map(({ organizationId }) => organizationId)
    },

    /**
     * Claims an organization's next waiting document; null if none waits. The attempt is counted first, so that
     * a document that kills the process is not retried forever.
     */
    async claim(organizationId: string) {
      const next = db
        .select({ id: documents.id })
        .from(documents)
        .innerJoin(knowledgeBases, eq(knowledgeBases.id, documents.knowledgeBaseId))
        .where(and(eq(knowledgeBases.organizationId, organizationId), isWaiting()))
        .orderBy(asc(documents.tries), asc(waitsSince), asc(documents.id))
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
        // `=` and not `in`: PostgreSQL may re-evaluate a subquery in `in`, and take further rows.
        .where(and(eq(documents.id, sql`(${next})`), eq(documents.status, 'queued')))
        .returning()
      return row ?? null
    },

    /** Lets a document that failed by a fault of ours wait for its next attempt. */
    tryAgain: (work: Work) => update(work, { status: 'queued', progress: null, notBefore: afterPause() }),

    /** Requeues a document interrupted by our shutdown or by an outage: that attempt does not count. */
    putBack: (work: Work, notBefore: Date | null = null) =>
      update(work, {
        status: 'queued',
        progress: null,
        tries: sql`greatest(${documents.tries} - 1, 0)`,
        notBefore,
      }),

    /** Reports that work on a document is alive. */
    beat: (work: Work) => update(work, {}),

    /** The base's current settings for reading, and the index that they belong to. */
    async settingsOf(knowledgeBaseId: string) {
      const [row] = await db
        .select({ settings: knowledgeBases.settings, indexNumber: knowledgeBases.indexNumber })
        .from(knowledgeBases)
        .where(eq(knowledgeBases.id, knowledgeBaseId))
      return row ?? null
    },

    /**
     * Updates the status, the counts and the published reading in one statement, so that a `ready` document has
     * matching counts. `outdated` if another index was published since the document was read for `indexNumber`, or
     * its passages are no longer `edited` as they were: it then waits to be read for that index, or with these edits.
     */
    finish: (
      work: Work,
      indexNumber: number,
      counts: Pick<DocumentRow, 'passageCount' | 'wordCount'>,
      edited: EditedPassage[],
    ) =>
      db.transaction(async (tx): Promise<DocumentRow | 'outdated' | null> => {
        const now = new Date()
        const base = tx
          .select({ id: documents.knowledgeBaseId })
          .from(documents)
          .where(eq(documents.id, work.id))
        // The base is locked first, as in every change to both.
        const [of] = await tx
          .update(knowledgeBases)
          .set({ updatedAt: now })
          .where(eq(knowledgeBases.id, sql`(${base})`))
          .returning({
            indexNumber: knowledgeBases.indexNumber,
            organizationId: knowledgeBases.organizationId,
          })
        const [document] = await tx
          .select({ servedReading: documents.servedReading })
          .from(documents)
          .where(isOf(work))
          .for('update')
        if (!document) return null
        const { servedReading } = document
        const editedNow = servedReading === null ? [] : await editedIn(tx, work.id, servedReading)
        const isOutdated = of?.indexNumber !== indexNumber || !isDeepStrictEqual(editedNow, edited)
        const [row] = await tx
          .update(documents)
          .set({
            progress: null,
            updatedAt: now,
            ...(isOutdated
              ? { status: 'queued', tries: sql`greatest(${documents.tries} - 1, 0)` }
              : { ...counts, status: 'ready', error: null, servedReading: work.reading, servedAt: now }),
          })
          .where(eq(documents.id, work.id))
          .returning()
        if (isOutdated) return 'outdated'
        await emitDocument(tx, 'document.ready', row!)
        return openAwaited(tx, of!.organizationId, row!)
      }),

    /** Marks ready documents as being fetched again; they stay searchable. */
    beginFetching: (ids: string[]) => moveAll(ids, 'ready', 'fetching'),

    /** Those without new content are ready as before. */
    endFetching: (ids: string[]) => moveAll(ids, 'fetching', 'ready'),

    /** Passages of an older reading stay searchable. */
    fail: (work: Work, error: IngestionError) =>
      db.transaction(async (tx) => {
        const row = await update(work, { status: 'failed', progress: null, error }, tx)
        if (row) await emitDocument(tx, 'document.failed', row)
        return row
      }),

    /** Ends waiting or running work; null if it is settled. One that is fetched again stays ready. */
    async cancel(id: string) {
      const [row] = await db
        .update(documents)
        .set({
          status: sql`case when ${documents.status} = 'fetching' then 'ready' else 'cancelled' end`,
          progress: null,
          error: null,
          notBefore: null,
          updatedAt: new Date(),
        })
        .where(and(eq(documents.id, id), inArray(documents.status, UNFINISHED)))
        .returning()
      return row ?? null
    },

    /** Requeues those that failed or were cancelled, unless they were requested too often. */
    requeue: (ids: string[]) =>
      db
        .update(documents)
        .set({ ...TO_BE_READ, retries: sql`${documents.retries} + 1`, updatedAt: new Date() })
        .where(
          and(
            inArray(documents.id, ids),
            inArray(documents.status, ['failed', 'cancelled']),
            lt(documents.retries, RETRIES_MAX),
          ),
        )
        .returning(),

    /**
     * Requeues every document without progress since `silentSince` that is not in `ours`. Returns the documents
     * that failed because they lost their process too often.
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
      // A killed process is no reason to wait; a document present each time may be.
      const notBefore = sql`case when ${documents.tries} < ${TRIES_MAX} then null else ${afterPause()} end`
      await db.update(documents).set({ status: 'queued', progress: null, notBefore }).where(isSilent)
      return failed
    },
  }
}

/** One that was put back queues again behind those that came before its time, or it would be first each time. */
const waitsSince = sql`coalesce(${documents.notBefore}, ${documents.createdAt})`

/** Time of a document's next attempt. */
const afterPause = () =>
  sql`now() + least(${FIRST_PAUSE} * 2 ^ (${documents.tries} - 1), ${LONGEST_PAUSE}) * interval '1 second'`

/** Each attempt or content has its own reading; a cancelled one belongs to no one. */
const isOf = ({ id, reading }: Work) =>
  and(eq(documents.id, id), eq(documents.reading, reading), inArray(documents.status, IN_WORK))

const isWaiting = () =>
  and(eq(documents.status, 'queued'), or(isNull(documents.notBefore), lte(documents.notBefore, new Date())))
