import type { FastifyBaseLogger } from 'fastify'
import type { Recall } from '../../../src/services/contract/indexes.ts'
import type { Context } from '../../context.ts'
import { onceDatabaseIsBack } from '../../kernel/db/errors.ts'
import { DAY } from '../../kernel/durations.ts'
import { Refusal } from '../../kernel/errors.ts'
import { startFairQueue } from '../../kernel/jobs/fair-queue.ts'
import { failure, IngestionFailure } from '../../kernel/texts/reasons.ts'
import type { DocumentRow } from '../documents/documents.types.ts'
import { pauseAfter } from '../documents/outages.ts'
import { ReaderCrashed } from '../ingestion/child.ts'
import type { Candidate } from '../retrieval/candidate-indexes.ts'
import type { IndexClient } from '../retrieval/index-client.ts'
import type { IndexReadingsRepository } from './index-readings.repository.ts'
import { reportOf } from './index-report.ts'
import type { IndexWorkRepository } from './index-work.repository.ts'
import type { IndexesRepository, IndexRow } from './indexes.repository.ts'
import { COMPLETE } from './indexes.selection.ts'
import type { PublishIndex } from './publish-index.repository.ts'
import { createReadForIndex, type Reading } from './read-for-index.ts'

/** A turn not prolonged for this long has lost its process. */
const LEASE = 20_000 // ms
const BEAT_EVERY = 5_000 // ms
/** Indexes built at the same time, each one document per turn; an organization has one of these places. */
const TOGETHER = 2
const TRIES_MAX = 3
const TRY_AGAIN_AFTER = 5_000 // ms
/** An index incomplete a day after its first turn has failed. */
const DEADLINE = DAY

/** Results of both indexes on the golden questions; null without questions. */
export type CompareIndexes = (
  index: IndexRow,
  candidate: Candidate,
) => Promise<{ before: Recall; after: Recall } | null>

type Parts = Reading & {
  work: IndexWorkRepository
  readings: IndexReadingsRepository
  publish: PublishIndex
  indexes: IndexesRepository
  candidates: IndexClient['candidates']
  compare: CompareIndexes
  tell: (id: string) => Promise<void>
  /** Notifies someone that a person has to decide about it, or that it failed. */
  notify: (type: 'index_waiting' | 'index_failure', index: IndexRow) => Promise<unknown>
  /** Announces that the index in use has changed. */
  published: (index: IndexRow) => void
  /** Whether the server is closing: no more turns begin, and interrupted work is not a fault. */
  isClosing: () => boolean
  log: FastifyBaseLogger
}

/** The index was cancelled, or another process has its turn. */
class Ended extends Error {}

/** Another run of the golden questions has to end first. */
const waitsForRun = (error: unknown) => error instanceof Refusal && error.body.code === 'run_under_way'

/** A cancelled reading does not go on by itself. */
const unreadOf = ({ status }: DocumentRow) =>
  failure('not_read_yet', status === 'cancelled' ? { reason: status } : undefined).reason

/** One turn of an index: one document, or its completion once none is left. */
export const createBuild = (parts: Parts) => {
  const { work, readings, publish, indexes, passages, candidates, compare } = parts
  const { tell, notify, published, isClosing, log } = parts
  const read = createReadForIndex(parts)

  const keep = (index: IndexRow, document: DocumentRow, reason: IngestionFailure['reason']) =>
    readings.keep(index.id, document, reason)

  const readNext = async (
    index: IndexRow,
    organizationId: string,
    { document, before }: NonNullable<Awaited<ReturnType<IndexReadingsRepository['next']>>>,
    assertOpen: () => void,
  ) => {
    // Its earlier reading is outdated.
    if (before?.reading) await passages.deleteReading(document.id, before.reading)
    if (!COMPLETE.includes(document.status))
      return keep(index, document, document.error ?? unreadOf(document))
    const isSame = before?.servedAt?.getTime() === document.servedAt?.getTime()
    const tries = isSame ? (before?.tries ?? 0) : 0
    if (tries >= TRIES_MAX) return keep(index, document, failure('crashed').reason)
    const begun = await readings.begin(index.id, document, tries + 1)
    if (!begun) return
    try {
      const result = await read(index, begun, organizationId, assertOpen)
      if (!(await readings.finish(index.id, begun, result))) throw new Ended()
    } catch (error) {
      // The file is not the cause: the index waits until its deadline.
      if (isClosing() || pauseAfter(error) !== null)
        await onceDatabaseIsBack(() => readings.putBack(index.id, begun), isClosing)
      await passages.deleteReading(begun.id, begun.reading)
      if (error instanceof IngestionFailure) return keep(index, begun, error.reason)
      throw error
    }
  }

  /** Checks whether it is worse on golden questions than the index in use; if so, a person has to decide. */
  const conclude = async (index: IndexRow) => {
    const candidate = { id: index.id, publishedAt: new Date() }
    const report = reportOf(await indexes.readings(index.id))
    try {
      await candidates.load(candidate)
      const compared = index.isApproved ? null : await compare(index, candidate)
      const measured = compared && { recall: compared.after, recallBefore: compared.before }
      if (compared && compared.after.at_5 < compared.before.at_5) {
        const waiting = await work.update(index.id, {
          ...measured,
          status: 'ready',
          progress: null,
          report,
          claimedUntil: null,
        })
        if (waiting) await notify('index_waiting', waiting)
        return
      }
      const row = await publish(index, candidate.publishedAt, { ...measured, report })
      // A document has changed in the meantime: the next turn reads it.
      if (row === 'behind' || row === null) return
      await candidates.publish(candidate, index.knowledgeBaseId)
      published(row)
      for (const one of await readings.searched(index.knowledgeBaseId)) await passages.retire(one)
    } finally {
      await candidates.drop(candidate)
    }
  }

  const turn = async (index: IndexRow, organizationId: string, assertOpen: () => void) => {
    if (index.startedAt && Date.now() - index.startedAt.getTime() > DEADLINE) {
      const error = failure('interrupted', { reason: 'index' }).reason
      const failed = await work.update(index.id, {
        status: 'failed',
        progress: null,
        error,
        claimedUntil: null,
      })
      if (failed) await notify('index_failure', failed)
      return
    }
    const next = await readings.next(index)
    if (!next) return conclude(index)
    await readNext(index, organizationId, next, assertOpen)
    await work.update(index.id, { progress: await readings.progress(index) })
  }

  /** Never throws: work that the database does not accept is left to the next turn. */
  return async (index: IndexRow, organizationId: string) => {
    let isEnded = false
    const assertOpen = () => {
      if (isEnded) throw new Ended()
    }
    const beat = setInterval(() => {
      work
        .update(index.id, { claimedUntil: new Date(Date.now() + LEASE) })
        .then((row) => {
          isEnded = row === null
        })
        .catch((error: unknown) => log.warn({ err: error }, 'a lease was not renewed'))
    }, BEAT_EVERY)
    let notBefore: Date | null = null
    try {
      await turn(index, organizationId, assertOpen)
    } catch (error) {
      if (!(error instanceof Ended) && !isClosing()) {
        const message = error instanceof ReaderCrashed ? 'the reader of a document crashed' : 'a turn failed'
        if (!waitsForRun(error))
          log.error({ err: error, indexId: index.id }, `an index could not go on: ${message}`)
        notBefore = new Date(Date.now() + (pauseAfter(error) ?? TRY_AGAIN_AFTER))
      }
    } finally {
      clearInterval(beat)
      await work
        .update(index.id, { claimedUntil: null, notBefore })
        .catch((error: unknown) => log.warn({ err: error }, 'a turn of an index was not given back'))
      await tell(index.id).catch((error: unknown) =>
        log.warn({ err: error }, 'the progress of an index was not announced'),
      )
    }
  }
}

/** Builds waiting indexes, in fair turns beside the ingestion, and takes over those left by other processes. */
export const startIndexing = async (
  { database, log }: Context,
  {
    work,
    readings,
    passages,
    build,
    isClosing,
  }: Pick<Parts, 'work' | 'readings' | 'passages' | 'isClosing'> & { build: ReturnType<typeof createBuild> },
) => {
  // The embedded database has one process: existing turns belonged to an earlier one, which is gone.
  if (database.kind === 'embedded') await work.release()
  const queue = startFairQueue({
    places: TOGETHER,
    groups: async () => (isClosing() ? [] : work.waitingOrganizations()),
    claim: (organizationId) => work.claim(organizationId, new Date(Date.now() + LEASE)),
    work: build,
    log,
  })
  return {
    /** Announces a waiting index. */
    notify: queue.notify,

    /** Removes the passages of abandoned indexes. */
    async sweep() {
      for (let some = await readings.remains(); some.length > 0; some = await readings.remains())
        for (const { indexId, documentId, reading } of some) {
          if (reading !== null) await passages.deleteReading(documentId, reading)
          await readings.forget(indexId, documentId)
        }
    },

    /** The readers and the embedder have already been closed, and with them the work that waits for them. */
    close: () => queue.stop(async () => {}),
  }
}
