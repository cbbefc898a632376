import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../../context.ts'
import { DAY } from '../../kernel/durations.ts'
import type { Files } from '../../kernel/files/files.types.ts'
import { startChild } from '../../kernel/workers.ts'
import type { Module } from '../../module.ts'
import { createParser, PARSE_HEAP_LIMIT_MB } from '../ingestion/parser.ts'
import type { Retrieval } from '../retrieval/retrieval.module.ts'
import { createBatches } from './batches.ts'
import { createContentsRepository } from './contents.repository.ts'
import { contentRoutes, faqImportRoutes } from './contents.routes.ts'
import { createContents } from './contents.service.ts'
import { createDocumentEvents } from './document-events.ts'
import { createDocumentWorkRepository } from './document-work.repository.ts'
import { createDocumentsRepository, type DocumentsRepository } from './documents.repository.ts'
import { documentRoutes, passageRoutes } from './documents.routes.ts'
import { createDocuments } from './documents.service.ts'
import type { DocumentRow } from './documents.types.ts'
import { createFaqImporter } from './faq-import.ts'
import { startIngestion } from './ingest.ts'
import { createPassageWriter, EMBEDDED_TOGETHER } from './passage-writer.ts'
import { createPassagesRepository } from './passages.repository.ts'
import { createPassages } from './passages.service.ts'
import { startReembedding } from './reembedding.ts'

type Parts = {
  documents: DocumentsRepository
  files: Files
  retrieval: Pick<Retrieval, 'purgeEverywhere'>
  log: FastifyBaseLogger
}

/** Removes stored data of deleted documents: files and index. Failures are retried with the next ones. */
const createRemoval =
  ({ documents, files, retrieval, log }: Parts) =>
  async (): Promise<void> => {
    try {
      const removed = await documents.removed()
      if (removed.length === 0) return
      for (const { fileId } of removed) await files.remove(fileId)
      await retrieval.purgeEverywhere(removed.flatMap(({ knowledgeBaseId }) => knowledgeBaseId ?? []))
      await documents.forgetRemoved(removed.map(({ fileId }) => fileId))
    } catch (error) {
      log.warn({ err: error }, 'what is kept of deleted documents was not removed')
    }
  }

const REMOVE_EVERY = 5_000 // ms
const HIDDEN_FOR = 30 * DAY

/** Documents, their files, and their ingestion. Closes `retrieval` as well. */
export const createDocumentsModule = async (context: Context, { retrieval }: { retrieval: Retrieval }) => {
  const { config, db, files, hub, limits, log, notifications } = context
  const repositories = {
    documents: createDocumentsRepository(db),
    contents: createContentsRepository(db),
    passages: createPassagesRepository(db),
    work: createDocumentWorkRepository(db),
  }
  const batches = createBatches(repositories.documents, notifications, log)
  const events = createDocumentEvents({ db, hub, log, announceSettled: batches.announceSettled })
  const parser = createParser({
    startChild: () => startChild('knowledge/ingestion/parse', { heapMb: PARSE_HEAP_LIMIT_MB }),
  })
  const embeddedTogether = config.embeddings ? EMBEDDED_TOGETHER.elsewhere : EMBEDDED_TOGETHER.here
  const write = createPassageWriter({ ...repositories, embedder: retrieval.embedder, embeddedTogether })
  const ingestion = await startIngestion(context, {
    ...repositories,
    parser,
    write,
    tell: events.tell,
    retrieval,
  })
  const removeDeleted = createRemoval({ ...repositories, files, retrieval, log })
  const removal = setInterval(removeDeleted, REMOVE_EVERY)
  const enqueue = ingestion.notify
  const documents = createDocuments({ ...repositories, events, enqueue, removeDeleted })
  const contents = createContents({
    ...repositories,
    files,
    events,
    limits,
    enqueue,
    changeDetails: documents.change,
  })
  const passages = createPassages({ ...repositories, embedder: retrieval.embedder })
  const reembedding = startReembedding(context, {
    passages: repositories.passages,
    embedder: retrieval.embedder,
    embeddedTogether,
    notifyKnowledgeBase: (organizationId, id) =>
      hub.publish(`organization:${organizationId}`, 'knowledge_base_update', { id }),
  })
  const notifyAll = (rows: DocumentRow[]) => {
    for (const row of rows) events.tell('document_progress', row)
  }
  const sweep = async () => {
    await repositories.documents.deleteHidden(new Date(Date.now() - HIDDEN_FOR))
    await files.sweep(repositories.contents.knownFiles)
  }
  sweep().catch((error: unknown) => log.warn({ err: error }, 'left-over files were not removed'))

  return {
    notifyReadersChanged: events.notifyReadersChanged,
    documents,
    contents,
    /** While pages of documents are fetched again. */
    fetching: {
      begin: async (ids: string[]) => notifyAll(await repositories.work.beginFetching(ids)),
      end: async (ids: string[]) => notifyAll(await repositories.work.endFetching(ids)),
    },
    /** Reads documents, and stores the results. */
    reading: {
      ...repositories,
      files,
      parser,
      write,
      model: retrieval.embedder.model,
      isClosing: ingestion.isClosing,
    },
    plugin: async (app) => {
      await app.register(documentRoutes(context, documents))
      await app.register(contentRoutes(context, contents, batches))
      await app.register(passageRoutes(context, passages))
      await app.register(
        faqImportRoutes(context, createFaqImporter({ contents, documents: repositories.documents })),
      )
    },
    sweep,
    async close() {
      clearInterval(removal)
      reembedding.stop()
      await ingestion.close()
      await batches.close()
    },
  } satisfies Module & Record<string, unknown>
}

export type Fetching = Awaited<ReturnType<typeof createDocumentsModule>>['fetching']
