import path from 'node:path'
import { createAnswerRecords } from './analytics/answer-records.ts'
import { createExtractiveAnswerer } from './answering/extractive.ts'
import { createSupportCheck } from './answering/support.ts'
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
import { createParser, PARSE_MEMORY_LIMIT_MB } from './ingestion/parser.ts'
import { createIntegrationsRepository } from './integrations/integrations.repository.ts'
import { createIntegrations } from './integrations/integrations.service.ts'
import { createKnowledgeBasesRepository } from './knowledge-bases/knowledge-bases.repository.ts'
import { createKnowledgeBases } from './knowledge-bases/knowledge-bases.service.ts'
import { createEmbeddedEmbedder } from './retrieval/embedded-embedder.ts'
import { createIndexClient } from './retrieval/index-client.ts'
import { createRanking, createSearch } from './retrieval/search.ts'
import { createShareRepository } from './share/share.repository.ts'
import { createShare } from './share/share.service.ts'
import { startWorker } from './workers.ts'

const RECOVER_EVERY = 10_000 // ms

export type Knowledge = Awaited<ReturnType<typeof createKnowledge>>

/** Everything from a file to an answer, with the jobs that work on it. `close` ends it all. */
export const createKnowledge = async ({ config, database, db, hub, log, limits, notifications }: Context) => {
  const embedder = config.embeddings
    ? (await import('./retrieval/remote-embedder.ts')).createRemoteEmbedder(config.embeddings)
    : createEmbeddedEmbedder({ startWorker: () => startWorker('retrieval/embed') })
  const parser = createParser({
    startWorker: () =>
      startWorker('ingestion/parse', { resourceLimits: { maxOldGenerationSizeMb: PARSE_MEMORY_LIMIT_MB } }),
  })
  const index = createIndexClient({
    db,
    startWorker: () => startWorker('retrieval/index'),
    folder: path.join(config.dataDir, 'index'),
  })
  const ranking = createRanking({ embedder, index })
  const search = createSearch({ db, ranking })
  const answerer = config.llm
    ? (await import('./answering/model.ts')).createModelAnswerer(config.llm, {
        stallLimit: config.llmStallLimit,
      })
    : createExtractiveAnswerer({ embedder })
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
    tell: news.tell,
    log,
  })
  // The server listens meanwhile: the first start of the queue takes a second. What is not needed is not loaded.
  const queue = import('./jobs/queue.ts').then(({ startQueue }) =>
    startQueue(database.pool, log, ingestion.ingest),
  )
  queue.catch((error: unknown) => log.error({ err: error }, 'the job queue did not start'))
  const enqueue = async (documentIds: string[]) => (await queue).send(documentIds)

  const recover = async (silentSince: Date) => enqueue(await documentsRepository.recover(silentSince))
  // The embedded database has one process: whatever is in work was another's, and that one is gone.
  const recovered = recover(database.kind === 'embedded' ? new Date() : new Date(Date.now() - LEASE))
  recovered.catch((error: unknown) =>
    log.error({ err: error }, 'interrupted documents were not taken up again'),
  )
  const recovery = setInterval(() => {
    recover(new Date(Date.now() - LEASE)).catch((error: unknown) =>
      log.error({ err: error }, 'recovery failed'),
    )
  }, RECOVER_EVERY)
  files
    .sweep(documentsRepository.known)
    .catch((error: unknown) => log.warn({ err: error }, 'left-over files were not removed'))
  await conversationsRepository.failUnfinished(INTERRUPTED)

  const documents = createDocuments({ documents: documentsRepository, files, news, limits, enqueue })
  const answers = createAnswers({
    conversations: conversationsRepository,
    search,
    answerer,
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
  })

  return {
    embedder,
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

    async close() {
      clearInterval(recovery)
      await answers.close()
      await recovered.catch(() => {})
      await ingestion.close(() => Promise.all([parser.close(), embedder.close(), index.close()]))
      await queue.then((running) => running.stop()).catch(() => {})
    },
  }
}
