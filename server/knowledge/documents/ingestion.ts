import type { Context } from '../../context.ts'
import { startFairQueue } from '../../kernel/jobs/fair-queue.ts'
import type { Parser } from '../ingestion/parser.ts'
import type { Retrieval } from '../retrieval/retrieval.module.ts'
import type { ContentsRepository } from './contents.repository.ts'
import type { DocumentEvents } from './document-events.ts'
import type { DocumentWorkRepository } from './document-work.repository.ts'
import { createIngest, LEASE } from './ingest.ts'
import type { PassageWriter } from './passage-writer.ts'
import type { PassagesRepository } from './passages.repository.ts'

const RECOVER_EVERY = 5_000 // ms
/** Documents processed at the same time. */
const DOCUMENTS_IN_WORK = 3

type Parts = {
  contents: ContentsRepository
  passages: PassagesRepository
  work: DocumentWorkRepository
  parser: Parser
  write: PassageWriter
  events: DocumentEvents
  retrieval: Retrieval
}

/** Processes waiting documents in fair turns, and takes over those left by other processes. */
export const startIngestion = async (
  { database, files, log }: Context,
  { contents, passages, work, parser, write, events, retrieval }: Parts,
) => {
  const ingestion = createIngest({
    contents,
    passages,
    work,
    files,
    parser,
    write,
    tell: events.tell,
    log,
  })
  const recover = async (silentSince: Date) => {
    for (const row of await work.recover(silentSince, ingestion.inWork())) events.tell('document_failed', row)
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
