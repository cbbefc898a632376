import type { Context } from '../context.ts'
import type { Retrieval } from '../retrieval/retrieval.module.ts'
import type { Answerer } from './answerer.ts'
import { createExtractiveAnswerer } from './extractive.ts'
import { type QueryWriter, writeQueriesByRule } from './follow-up.ts'
import { createSupportCheck, type SupportCheck } from './support.ts'

export type Answering = { answerer: Answerer; writeQueries: QueryWriter; checkSupport: SupportCheck }

/** How questions are answered: by the operator's language model, or by quoting. A model's client is loaded only then. */
export async function createAnswering(
  { config, log }: Context,
  { embedder }: Pick<Retrieval, 'embedder'>,
): Promise<Answering> {
  const checkSupport = createSupportCheck({ embedder })
  if (!config.llm)
    return {
      answerer: createExtractiveAnswerer({ embedder }),
      writeQueries: writeQueriesByRule,
      checkSupport,
    }
  const { createModelAnswerer } = await import('./model.ts')
  const { createQueryWriter } = await import('./query-writer.ts')
  return {
    answerer: createModelAnswerer(config.llm, { stallLimit: config.llmStallLimit }),
    writeQueries: createQueryWriter(config.llm, { log }),
    checkSupport,
  }
}
