import type { Context } from '../context.ts'
import type { Module } from '../module.ts'
import type { Retrieval } from '../retrieval/retrieval.module.ts'
import { createBatches } from './batches.ts'
import { createDocumentsRepository } from './documents.repository.ts'
import { documentRoutes } from './documents.routes.ts'
import { createDocuments } from './documents.service.ts'
import { openFiles } from './files.ts'
import { startIngestion } from './ingestion.ts'
import { createNews } from './news.ts'
import { createFileRemoval } from './removed-files.ts'

const REMOVE_FILES_EVERY = 5_000 // ms

/** Documents, their files, and the work that makes them passages. Ends what `retrieval` does, too. */
export const createDocumentsModule = async (context: Context, { retrieval }: { retrieval: Retrieval }) => {
  const { config, db, hub, limits, log, notifications } = context
  const repository = createDocumentsRepository(db)
  const files = await openFiles(config.dataDir)
  const news = createNews({ db, hub, announceSettled: createBatches(repository, notifications) })
  const ingestion = await startIngestion(context, { documents: repository, files, news, retrieval })
  const removeFiles = createFileRemoval({ documents: repository, files, log })
  const removal = setInterval(removeFiles, REMOVE_FILES_EVERY)
  const documents = createDocuments({
    documents: repository,
    files,
    news,
    limits,
    enqueue: ingestion.notify,
    removeFiles,
  })
  const sweep = () => files.sweep(repository.known)
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
