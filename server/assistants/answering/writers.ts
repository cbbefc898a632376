import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../kernel/config/config.ts'
import type { Nearness } from '../../knowledge/retrieval/nearness.ts'
import { createCircuitBreaker } from '../models/circuit-breaker.ts'
import type { ModelDirectory, NamedModels } from '../models/model-directory.ts'
import type { Answerer } from './answerer.ts'
import type { ClaimCheck } from './claim-check.ts'
import { createExtractiveAnswerer } from './extractive.ts'
import { type QueryWriter, writeQueriesByRule } from './follow-up.ts'
import { createReader } from './quotes.ts'

/** What writes an answer and the queries that are searched for it, and checks what it claims. */
export type Writers = { answerer: Answerer; writeQueries: QueryWriter; checkClaims: ClaimCheck | null }

/** The writers of an assistant, by the models that its settings name. */
export type WritersFor = (organizationId: string, settings: NamedModels) => Promise<Writers>

type Parts = {
  config: Pick<Config, 'llmStallLimit'>
  directory: Pick<ModelDirectory, 'sourcesFor'>
  /** How near quotes are to a question. */
  nearness: Nearness
  log: FastifyBaseLogger
}

export const createWriters = ({ config: { llmStallLimit }, directory, nearness, log }: Parts): WritersFor => {
  const quoting = {
    answerer: createExtractiveAnswerer(createReader(nearness)),
    writeQueries: writeQueriesByRule,
    checkClaims: null,
  }
  const breaker = createCircuitBreaker()
  return async (organizationId, settings) => {
    const [first, ...others] = await directory.sourcesFor(organizationId, settings)
    if (!first) return quoting
    // An installation without models loads nothing that only they need.
    const [{ createModelAnswerer }, { createQueryWriter }, { createClaimCheck }] = await Promise.all([
      import('./model.ts'),
      import('./query-writer.ts'),
      import('./claim-check.ts'),
    ])
    return {
      answerer: createModelAnswerer([first, ...others], { stallLimit: llmStallLimit, breaker }),
      writeQueries: createQueryWriter([first, ...others], { log, breaker }),
      checkClaims: createClaimCheck(first, { log }),
    }
  }
}
