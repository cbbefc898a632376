import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../kernel/config/config.ts'
import type { QuoteSimilarity } from '../../knowledge/retrieval/quote-similarity.ts'
import { createCircuitBreaker } from '../models/circuit-breaker.ts'
import type { ModelDirectory, NamedModels } from '../models/model-directory.ts'
import type { ModelSource, ModelSources } from '../models/model-source.ts'
import type { Answerer } from './answerer.ts'
import type { ClaimCheck } from './claim-check.ts'
import { createExtractiveAnswerer } from './extractive.ts'
import { type QueryWriter, writeQueriesByRule } from './follow-up.ts'
import { createQuoteSelector } from './quotes.ts'

/** The parts of an assistant that write answers and search queries, and check the claims of answers. */
export type Writers = { answerer: Answerer; writeQueries: QueryWriter; checkClaims: ClaimCheck | null }

/** Creates the writers of an assistant from the models in its settings. */
export type WritersFor = (organizationId: string, settings: NamedModels) => Promise<Writers>

type Parts = {
  config: Pick<Config, 'llmStallLimit'>
  directory: Pick<ModelDirectory, 'sourcesFor'>
  similarity: QuoteSimilarity
  log: FastifyBaseLogger
}

export const createWriters = ({
  config: { llmStallLimit },
  directory,
  similarity,
  log,
}: Parts): WritersFor => {
  const quoting = {
    answerer: createExtractiveAnswerer(createQuoteSelector(similarity)),
    writeQueries: writeQueriesByRule,
    checkClaims: null,
  }
  const breaker = createCircuitBreaker()
  const thinkers = new WeakSet<ModelSource>()
  return async (organizationId, settings) => {
    const [first, ...others] = await directory.sourcesFor(organizationId, settings)
    if (!first) return quoting
    // Installations without models do not load this code.
    const [{ createModelAnswerer }, { createQueryWriter }, { createClaimCheck }] = await Promise.all([
      import('./model.ts'),
      import('./query-writer.ts'),
      import('./claim-check.ts'),
    ])
    const sources: ModelSources = [first, ...others]
    return {
      answerer: createModelAnswerer(sources, { stallLimit: llmStallLimit, breaker, thinkers }),
      writeQueries: createQueryWriter(sources, { log, breaker }),
      checkClaims: createClaimCheck(sources, { log, breaker }),
    }
  }
}
