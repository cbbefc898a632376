import path from 'node:path'
import { createAnswerRecords } from './analytics/answer-records.ts'
import { createSupportCheck } from './answering/support.ts'
import { createWriters } from './answering/writers.ts'
import type { Context } from './context.ts'
import { createAnswers, INTERRUPTED } from './conversations/answers.ts'
import { createConversationsRepository } from './conversations/conversations.repository.ts'
import { createConversations } from './conversations/conversations.service.ts'
import { createBatches } from './documents/batches.ts'
import { createDocumentsRepository } from './documents/documents.repository.ts'
import { createDocuments } from './documents/documents.service.ts'
import { openFiles } from './documents/files.ts'
import { createIngest, LEASE } from './documents/ingest.ts'
import { createNews } from './documents/news.ts'
import { createParser, PARSE_HEAP_LIMIT_MB } from './ingestion/parser.ts'
import { createIntegrationsRepository } from './integrations/integrations.repository.ts'
import { createIntegrations } from './integrations/integrations.service.ts'
import { startFairQueue } from './jobs/fair-queue.ts'
import { createKnowledgeBasesRepository } from './knowledge-bases/knowledge-bases.repository.ts'
import { createKnowledgeBases } from './knowledge-bases/knowledge-bases.service.ts'
import { createEmbeddedEmbedder } from './retrieval/embedded-embedder.ts'
import { createIndexClient } from './retrieval/index-client.ts'
import { createReranker } from './retrieval/reranker.ts'
import { createRanking, createSearch } from './retrieval/search.ts'
import { createShareRepository } from './share/share.repository.ts'
import { createShare } from './share/share.service.ts'
import { startChild, startWorker } from './workers.ts'

const RECOVER_EVERY = 5_000 // ms
/** Documents that are worked on at the same time. */
const DOCUMENTS_IN_WORK = 3
/** One passage keeps the embedded model busy for a tenth of a second; a model elsewhere takes many at once. */
const EMBEDDED_TOGETHER = { here: 2, elsewhere: 16 }

export type Knowledge = Awaited<ReturnType<typeof createKnowledge>>

/** Everything from a file to an answer, with the jobs that work on it. `close` ends it all. */
export const createKnowledge = async ({ config, database, db, hub, log, limits, notifications }: Context) => {
  const embedder = config.embeddings
    ? (await import('./retrieval/remote-embedder.ts')).createRemoteEmbedder(config.embeddings)
    : createEmbeddedEmbedder({ startWorker: () => startWorker('retrieval/embed') })
  const parser = createParser({
    startChild: () => startChild('ingestion/parse', { heapMb: PARSE_HEAP_LIMIT_MB }),
  })
  const index = createIndexClient({
    db,
    startWorker: () => startWorker('retrieval/index'),
    folder: path.join(config.dataDir, 'index'),
  })
  const ranking = createRanking({ embedder, index })
  const rerank = config.rerank && createReranker(config.rerank, { log })
  const search = createSearch({ db, ranking, rerank })
  const writersFor = await createWriters({ config, log })
  const files = await openFiles(config.dataDir)

  const documentsRepository = createDocumentsRepository(db)
  const news = createNews({ db, hub, announceSettled: createBatches(documentsRepository, notifications) })
  const knowledgeBasesRepository = createKnowledgeBasesRepository(db)
  const integrationsRepository = createIntegrationsRepository(db)
  const conversationsRepository = createConversationsRepository(db)

  const ingestion = createIngest({
    documents: documentsRepository,
    files,
    parser,
    embedder,
    embeddedTogether: config.embeddings ? EMBEDDED_TOGETHER.elsewhere : EMBEDDED_TOGETHER.here,
    tell: news.tell,
    log,
  })
  const recover = async (silentSince: Date) => {
    for (const row of await documentsRepository.recover(silentSince, ingestion.inWork()))
      news.tell('document_failed', row)
  }
  const removeFiles = async () => {
    try {
      const removed = await documentsRepository.removed()
      if (removed.length === 0) return
      for (const { documentId } of removed) await files.remove(documentId)
      await index.purge(removed.flatMap(({ knowledgeBaseId }) => knowledgeBaseId ?? []))
      await documentsRepository.forgetRemoved(removed.map(({ documentId }) => documentId))
    } catch (error) {
      log.warn({ err: error }, 'what is kept of deleted documents was not removed')
    }
  }
  const sweep = async () => {
    await files.sweep(documentsRepository.known)
    await index.sweep()
  }

  // The embedded database has one process: whatever is in work was another's, and that one is gone.
  await recover(database.kind === 'embedded' ? new Date() : new Date(Date.now() - LEASE))
  const queue = startFairQueue({
    places: DOCUMENTS_IN_WORK,
    groups: documentsRepository.waitingOrganizations,
    claim: documentsRepository.claim,
    work: ingestion.ingest,
    log,
  })
  const upkeep = setInterval(() => {
    recover(new Date(Date.now() - LEASE)).catch((error: unknown) =>
      log.error({ err: error }, 'interrupted documents were not taken up again'),
    )
    void removeFiles()
  }, RECOVER_EVERY)
  sweep().catch((error: unknown) => log.warn({ err: error }, 'left-over files were not removed'))
  await conversationsRepository.failUnfinished(INTERRUPTED)

  const documents = createDocuments({
    documents: documentsRepository,
    files,
    news,
    limits,
    enqueue: queue.notify,
    removeFiles,
  })
  const answers = createAnswers({
    conversations: conversationsRepository,
    search,
    writersFor,
    checkSupport: createSupportCheck({ embedder }),
    hub,
    records: createAnswerRecords({ db, embedder }),
    log,
  })

  const integrations = createIntegrations({
    integrations: integrationsRepository,
    knowledgeBases: knowledgeBasesRepository,
    hub,
    limits,
    offeredModels: config.llmOffered.map(({ id }) => id),
  })

  return {
    embedder,
    writersFor,
    ranking,
    search,
    documentsRepository,
    knowledgeBasesRepository,
    integrationsRepository,
    conversationsRepository,
    documents,
    knowledgeBases: createKnowledgeBases({ knowledgeBases: knowledgeBasesRepository, documents, hub }),
    integrations,
    share: createShare({ share: createShareRepository(db), integrations: integrationsRepository, hub }),
    conversations: createConversations({
      conversations: conversationsRepository,
      answers,
      integrations,
      limits,
    }),

    /** Removes files that no document names; hourly. */
    sweep,

    async close() {
      clearInterval(upkeep)
      await answers.close()
      ingestion.close()
      await queue.stop(() => Promise.all([parser.close(), embedder.close(), index.close()]))
    },
  }
}
