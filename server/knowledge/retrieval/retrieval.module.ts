import path from 'node:path'
import { eq } from 'drizzle-orm'
import type { RetrievalSettings } from '../../../src/services/contract/knowledge-bases.ts'
import type { Context } from '../../context.ts'
import { identityOf } from '../../kernel/config/local-models.ts'
import { documents, passages } from '../../kernel/db/schema/index.ts'
import { createOccasionalWarning } from '../../kernel/http/logger.ts'
import { startWorker } from '../../kernel/workers.ts'
import type { Module } from '../../module.ts'
import { createLocalReranker } from '../local-models/local-reranker.ts'
import type { Candidate } from './candidate-indexes.ts'
import { createEmbeddedEmbedder } from './embedded-embedder.ts'
import type { Embedder } from './embedder.ts'
import { createIndexClient } from './index-client.ts'
import { createModelScale } from './model-scale.ts'
import { createQuoteSimilarity } from './quote-similarity.ts'
import { createRanking } from './ranking.ts'
import { createReadiness } from './readiness.ts'
import { createReranker } from './reranker.ts'
import { createSearch, type Reranking, readSettings } from './search.ts'
import { createSnapshots } from './snapshots.ts'

export type Retrieval = Awaited<ReturnType<typeof createRetrieval>>

/** Processes share their indexes if an object store is configured. */
const openShared = async ({ s3 }: Context['config'], log: Context['log']) => {
  if (!s3) return null
  // Loaded only if needed.
  const [{ createBucket }, { createSharedSnapshots }] = await Promise.all([
    import('../../kernel/files/bucket.ts'),
    import('./shared-snapshots.ts'),
  ])
  return createSharedSnapshots(
    createBucket(s3),
    createOccasionalWarning(log, 'indexes are not shared: the object store did not answer'),
  )
}

const FILES_KEPT = 'left-over index files were not removed'

/** The model truncates texts by tokens; this limit keeps very long ones out of the thread. */
const LOCAL_TEXT_LENGTH = 8_000
/** Small models represent short texts more precisely. */
const LOCAL_PART_LENGTH = 400

const createOwnEmbedder = async ({ embeddings, localModels: { embedding: local } }: Context['config']) => {
  if (embeddings) return (await import('./remote-embedder.ts')).createRemoteEmbedder(embeddings)
  if (!local)
    return createEmbeddedEmbedder({
      startWorker: (workerData) => startWorker('knowledge/retrieval/embed', { workerData }),
    })
  return createEmbeddedEmbedder({
    startWorker: (options) =>
      startWorker('knowledge/local-models/embed', { workerData: { ...options, model: local } }),
    model: {
      model: identityOf(local),
      languages: local.languages,
      dimensions: null,
      textLength: LOCAL_TEXT_LENGTH,
      partLength: LOCAL_PART_LENGTH,
      isMatching: true,
      prefixes: { question: local.questionPrefix, passage: local.passagePrefix },
    },
  })
}

/** The configured rerank server, or a local model. */
const createOwnReranker = (
  { rerank, localModels: { reranker: local } }: Context['config'],
  log: Context['log'],
) => {
  if (rerank) return { rerank: createReranker(rerank, { log }), close: async () => {} }
  if (!local) return { rerank: null, close: async () => {} }
  return createLocalReranker(
    () => startWorker('knowledge/local-models/rank', { workerData: { model: local } }),
    {
      onFailure: createOccasionalWarning(log, 'passages were not reranked'),
    },
  )
}

/** Creates the search by words and meaning. */
export const createRetrieval = async (
  { bus, config, db, log, processes }: Context,
  given: Embedder | undefined,
) => {
  const embedder = given ?? (await createOwnEmbedder(config))
  const index = createIndexClient({
    db,
    startWorker: () => startWorker('knowledge/retrieval/index'),
    startRewriter: () => startWorker('knowledge/retrieval/rewrite'),
    snapshots: createSnapshots(path.join(config.dataDir, 'index'), await openShared(config, log)),
  })
  index.sweep().catch((error: unknown) => log.warn({ err: error }, FILES_KEPT))
  bus.subscribe<{ processId: string; knowledgeBaseIds: string[] }>('index.purged', (purged) => {
    if (purged.processId === processes.id) return
    // The next sweep makes up for failures and missed messages.
    index.purge(purged.knowledgeBaseIds).catch((error: unknown) => log.warn({ err: error }, FILES_KEPT))
  })
  const reranker = createOwnReranker(config, log)
  const { rerank } = reranker
  const onFailure = createOccasionalWarning(
    log,
    'questions are searched by words alone: the embedding model gave no vector',
  )
  const scale = createModelScale(embedder)
  const ranking = createRanking({ embedder, scale, index, onFailure })
  /** Searches an unpublished index with the settings of its knowledge base, to measure it. */
  const searchIndex = (
    candidate: Candidate,
    question: string,
    {
      knowledgeBaseId,
      settings,
      limit,
      reranking,
    }: { knowledgeBaseId: string; settings: RetrievalSettings; limit: number; reranking: Reranking },
  ) =>
    createSearch({
      db,
      ranking: createRanking({
        embedder,
        scale,
        onFailure,
        index: { search: (_, query) => index.candidates.search(candidate, query) },
      }),
      rerank,
      searched: eq(documents.id, passages.documentId),
    })(question, [candidate.id], {
      closed: new Set(),
      limit,
      isMeasured: true,
      reranking,
      // The index thread knows the index by its own id; its passages have the id of the knowledge base.
      settings: new Map([
        [candidate.id, settings],
        [knowledgeBaseId, settings],
      ]),
    })
  return {
    embedder,
    scale,
    ranking,
    quoteSimilarity: createQuoteSimilarity({
      embedder,
      scale,
      onFailure: createOccasionalWarning(
        log,
        'quotes were chosen by words alone: the embedding model did not answer',
      ),
    }),
    settingsOf: (knowledgeBaseIds: string[]) => readSettings(db, knowledgeBaseIds),
    search: createSearch({ db, ranking, rerank }),
    searchIndex,
    candidates: index.candidates,
    readinessOf: createReadiness(db),
    /** Removes deleted documents of knowledge bases from the indexes of all processes immediately. */
    async purgeEverywhere(knowledgeBaseIds: string[]) {
      await index.purge(knowledgeBaseIds)
      bus.publish('index.purged', { processId: processes.id, knowledgeBaseIds })
    },
    sweep: () => index.sweepShared(),
    sweepOwnDisk: () => index.sweep(),
    close: () => Promise.all([embedder.close(), reranker.close(), index.close()]),
  } satisfies Module & Record<string, unknown>
}
