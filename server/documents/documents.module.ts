import type { Context } from '../context.ts'
import type { Module } from '../module.ts'
import type { Retrieval } from '../retrieval/retrieval.module.ts'
import { createBatches } from './batches.ts'
import { createDocumentEvents } from './document-events.ts'
import { createDocumentWorkRepository } from './document-work.repository.ts'
import { createDocumentsRepository } from './documents.repository.ts'
import { documentRoutes } from './documents.routes.ts'
import { createDocuments } from './documents.service.ts'
import { openFiles } from './files.ts'
import { startIngestion } from './ingestion.ts'
import { createPassagesRepository } from './passages.repository.ts'
import { createRemoval } from './removal.ts'

const REMOVE_EVERY = 5_000 // ms

/** Documents, their files, and the work that makes them passages. Ends what `retrieval` does, too. */
export const createDocumentsModule = async (context: Context, { retrieval }: { retrieval: Retrieval }) => {
  const { config, db, hub, limits, log, notifications } = context
  const repositories = {
    documents: createDocumentsRepository(db),
    passages: createPassagesRepository(db),
    work: createDocumentWorkRepository(db),
  }
  const files = await openFiles(config.dataDir)
  const events = createDocumentEvents({
    db,
    hub,
    announceSettled: createBatches(repositories.documents, notifications),
  })
  const ingestion = await startIngestion(context, { ...repositories, files, events, retrieval })
  const removeDeleted = createRemoval({ ...repositories, files, retrieval, log })
  const removal = setInterval(removeDeleted, REMOVE_EVERY)
  const documents = createDocuments({
    ...repositories,
    files,
    events,
    limits,
    enqueue: ingestion.notify,
    removeDeleted,
  })
  const sweep = () => files.sweep(repositories.documents.known)
  sweep().catch((error: unknown) => log.warn({ err: error }, 'left-over files were not removed'))

  return {
    documents,
    plugin: documentRoutes(context, documents),
    sweep,
    async close() {
      clearInterval(removal)
      await ingestion.close()
    },
  } satisfies Module & Record<string, unknown>
}
