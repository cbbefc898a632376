import type { FastifyBaseLogger } from 'fastify'
import type { Document } from '../../../src/services/contract/documents.ts'
import type { PassageSettings } from '../../../src/services/contract/knowledge-bases.ts'
import type { Context } from '../../context.ts'
import type { Files } from '../../kernel/files/files.types.ts'
import { startFairQueue } from '../../kernel/jobs/fair-queue.ts'
import { measured } from '../../kernel/telemetry/operations.ts'
import { failure, IngestionFailure } from '../../kernel/texts/reasons.ts'
import { ReaderCrashed } from '../ingestion/child.ts'
import type { Parser } from '../ingestion/parser.ts'
import type { ParsedDocument } from '../ingestion/read.ts'
import type { Retrieval } from '../retrieval/retrieval.module.ts'
import { carryEdits } from './carried-edits.ts'
import type { ContentsRepository } from './contents.repository.ts'
import type { NotifyAboutDocument } from './document-events.ts'
import {
  type DocumentWorkRepository,
  OUR_TRIES_MAX,
  TRIES_MAX,
  type Work,
} from './document-work.repository.ts'
import type { DocumentRow } from './documents.types.ts'
import { pauseAfter } from './outages.ts'
import type { PassageWriter } from './passage-writer.ts'
import type { PassagesRepository } from './passages.repository.ts'

const PROGRESS_EVERY = 400 // ms
const BEAT_EVERY = 5_000 // ms
/** Work silent for this long has lost its process. */
const LEASE = 20_000 // ms
const RECOVER_EVERY = 5_000 // ms
/** Documents processed at the same time. */
const DOCUMENTS_IN_WORK = 3

type Parts = {
  contents: ContentsRepository
  passages: PassagesRepository
  work: DocumentWorkRepository
  files: Files
  parser: Parser
  write: PassageWriter
  tell: NotifyAboutDocument
  log: FastifyBaseLogger
}

/** The document was deleted, cancelled or given new content during the work. */
class Gone extends Error {}

/**
 * Reads a claimed document until it is ready, or failed with a reason; after a fault of ours it waits for
 * another attempt. Never throws: if the database is unreachable, `recover` continues.
 */
export const createIngest = (parts: Parts) => {
  const { contents, passages: stored, work, files, parser, write, tell, log } = parts
  const stage = async (of: Work, status: Document['status'], progress: DocumentRow['progress'] = null) => {
    const row = await work.update(of, { status, progress })
    if (!row) throw new Gone()
    tell('document_progress', row)
  }

  /** Reports progress occasionally, one report at a time. */
  const reporter = (of: Work, status: Document['status'], unit: 'pages' | 'passages') => {
    let last = 0
    let writing: Promise<unknown> = Promise.resolve()
    return {
      report(done: number, total: number) {
        if (Date.now() - last < PROGRESS_EVERY) return
        last = Date.now()
        writing = writing.then(() => stage(of, status, { done, total, unit }))
        writing.catch(() => {})
      },
      settled: () => writing,
    }
  }

  const read = async (row: DocumentRow, organizationId: string, settings: PassageSettings) => {
    const fileId = await contents.fileOf(row)
    if (!fileId) throw new Gone()
    const pages = reporter(row, 'reading', 'pages')
    const { type, name } = row
    const parsed = await files.onDisk(fileId, (path) =>
      parser.parse({ path, type, name, settings }, organizationId, pages.report),
    )
    await pages.settled()
    return parsed
  }

  /** Returns the edits that the passages carry. */
  const embed = async (row: DocumentRow, { title, passages: drafts }: ParsedDocument) => {
    const edited = row.servedReading === null ? [] : await stored.edited(row.id, row.servedReading)
    const { passages } = carryEdits(drafts, edited)
    const total = passages.length
    await stage(row, 'embedding', { done: 0, total, unit: 'passages' })
    const progress = reporter(row, 'embedding', 'passages')
    const { id: documentId, knowledgeBaseId, reading } = row
    await write({ documentId, knowledgeBaseId, reading, title }, passages, (done) => {
      progress.report(done, total)
      return progress.settled()
    })
    return edited
  }

  const takeToReady = async (row: DocumentRow, organizationId: string) => {
    tell('document_progress', row)
    await stored.deleteRemains(row)
    const base = await work.settingsOf(row.knowledgeBaseId)
    if (!base) throw new Gone()
    const { type } = row
    const parsed = await measured('ingestion.read', { type }, () => read(row, organizationId, base.settings))
    const passageCount = parsed.passages.length
    await stage(row, 'splitting', { done: passageCount, total: passageCount, unit: 'passages' })
    const embedded = { passages: passageCount }
    const edited = await measured('ingestion.embed', embedded, () => embed(row, parsed))
    const counts = { passageCount, wordCount: parsed.words }
    const done = await measured('ingestion.finish', counts, () =>
      work.finish(row, base.indexNumber, counts, edited),
    )
    // An index was published, or a passage edited: the next turn reads it with the current settings and edits.
    if (done === null || done === 'outdated') throw new Gone()
    tell('document_ready', done)
    // It is new to those who waited for this version.
    if (done.versionsFrom > row.versionsFrom) tell('document_added', done)
    await stored.retire(done)
  }

  const fail = async (of: DocumentRow, error: IngestionFailure) => {
    if (error.cause) log.warn({ documentId: of.id, at: error.cause }, 'a reader failed unexpectedly')
    const row = await work.fail(of, error.reason)
    if (!row) return
    await stored.deleteReading(of.id, of.reading)
    tell('document_failed', row)
  }

  const inWork = new Set<string>()
  let closing = false

  /** Outcome of a document whose work ended with an error. */
  const settle = async (row: DocumentRow, error: unknown) => {
    const { id, tries } = row
    if (error instanceof Gone || !(await contents.fileOf(row))) return
    if (error instanceof IngestionFailure) return fail(row, error)
    // Interruption by our own shutdown is not a fault: it waits for the next start.
    if (closing) return void (await work.putBack(row))
    log.error({ err: error, documentId: id }, 'a document could not be ingested')
    const isCrash = error instanceof ReaderCrashed
    const pause = pauseAfter(error)
    if (pause === null && tries >= (isCrash ? TRIES_MAX : OUR_TRIES_MAX))
      return fail(row, failure(isCrash ? 'crashed' : 'interrupted'))
    const waiting =
      pause === null ? await work.tryAgain(row) : await work.putBack(row, new Date(Date.now() + pause))
    if (waiting) tell('document_progress', waiting)
  }

  return {
    async ingest(row: DocumentRow, organizationId: string) {
      inWork.add(row.id)
      const beat = setInterval(() => {
        work.beat(row).catch((error: unknown) => log.warn({ err: error }, 'a lease was not renewed'))
      }, BEAT_EVERY)
      try {
        await measured('ingestion.document', { type: row.type, bytes: row.size, tries: row.tries }, () =>
          takeToReady(row, organizationId).catch((error: unknown) => settle(row, error)),
        )
      } catch (error) {
        log.error({ err: error, documentId: row.id }, 'what became of a document was not kept')
      } finally {
        clearInterval(beat)
        inWork.delete(row.id)
      }
    },
    inWork: () => [...inWork],
    isClosing: () => closing,
    /** From now on, failing work waits for the next start. */
    close() {
      closing = true
    },
  }
}

/** Processes waiting documents in fair turns, and takes over those left by other processes. */
export const startIngestion = async (
  { database, files, log }: Context,
  { retrieval, ...parts }: Omit<Parts, 'files' | 'log'> & { retrieval: Pick<Retrieval, 'close'> },
) => {
  const { parser, work, tell } = parts
  const ingestion = createIngest({ ...parts, files, log })
  const recover = async (silentSince: Date) => {
    for (const row of await work.recover(silentSince, ingestion.inWork())) tell('document_failed', row)
  }

  // The embedded database has one process: running work belonged to an earlier one, which is gone.
  await recover(database.kind === 'embedded' ? new Date() : new Date(Date.now() - LEASE))
  const queue = startFairQueue({
    places: DOCUMENTS_IN_WORK,
    groups: work.waitingOrganizations,
    claim: work.claim,
    work: ingestion.ingest,
    log,
  })
  const recovery = setInterval(() => {
    recover(new Date(Date.now() - LEASE)).catch((error: unknown) =>
      log.error({ err: error }, 'interrupted documents were not taken up again'),
    )
  }, RECOVER_EVERY)

  return {
    /** Announces a waiting document. */
    notify: queue.notify,
    isClosing: ingestion.isClosing,
    async close() {
      clearInterval(recovery)
      ingestion.close()
      // Running work waits for a reader or for the embedder: closing them interrupts it.
      await queue.stop(() => Promise.all([parser.close(), retrieval.close()]))
    },
  }
}
