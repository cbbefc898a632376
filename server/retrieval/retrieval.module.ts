import path from 'node:path'
import type { Context } from '../context.ts'
import type { Module } from '../module.ts'
import { startWorker } from '../workers.ts'
import { createEmbeddedEmbedder } from './embedded-embedder.ts'
import { createIndexClient } from './index-client.ts'
import { createReadiness } from './readiness.ts'
import { createReranker } from './reranker.ts'
import { createRanking, createSearch } from './search.ts'

export type Retrieval = Awaited<ReturnType<typeof createRetrieval>>

/** Finds passages by words and by meaning. */
export const createRetrieval = async ({ config, db, log }: Context) => {
  const embedder = config.embeddings
    ? (await import('./remote-embedder.ts')).createRemoteEmbedder(config.embeddings)
    : createEmbeddedEmbedder({ startWorker: () => startWorker('retrieval/embed') })
  const index = createIndexClient({
    db,
    startWorker: () => startWorker('retrieval/index'),
    folder: path.join(config.dataDir, 'index'),
  })
  index.sweep().catch((error: unknown) => log.warn({ err: error }, 'left-over index files were not removed'))
  const ranking = createRanking({ embedder, index })
  const rerank = config.rerank && createReranker(config.rerank, { log })
  return {
    embedder,
    ranking,
    search: createSearch({ db, ranking, rerank }),
    /** Indexes that are not searched yet. */
    candidates: index.candidates,
    readinessOf: createReadiness(db),
    /** Takes deleted documents of knowledge bases out of the index at once. */
    purge: index.purge,
    sweep: () => index.sweep(),
    close: () => Promise.all([embedder.close(), index.close()]),
  } satisfies Module & Record<string, unknown>
}
