import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import type { ChatEndpoint } from '../config/models.ts'
import { createChatModel } from '../models/create-model.ts'
import { measuredStream } from '../telemetry/operations.ts'
import type { Answerer } from './answerer.ts'
import { createExtractiveAnswerer } from './extractive.ts'
import { type QueryWriter, writeQueriesByRule } from './follow-up.ts'

/** What writes an answer and the queries that are searched for it. */
export type Writers = { answerer: Answerer; writeQueries: QueryWriter }

/** The writers of an assistant, by the model that its settings name; of one that is not offered, the operator's own. */
export type WritersFor = (settings: { model: string }) => Writers

const watched = (answerer: Answerer): Answerer => ({
  ...answerer,
  answer: (asked) =>
    measuredStream('model.answer', { model: answerer.model ?? '', passages: asked.hits.length }, () =>
      answerer.answer(asked),
    ),
})

type Parts = {
  config: Pick<Config, 'llm' | 'llmOffered' | 'llmStallLimit'>
  log: FastifyBaseLogger
}

export const createWriters = async ({
  config: { llm, llmOffered, llmStallLimit },
  log,
}: Parts): Promise<WritersFor> => {
  if (!llm) {
    const quoting = { answerer: createExtractiveAnswerer(), writeQueries: writeQueriesByRule }
    return () => quoting
  }
  const [{ createModelAnswerer }, { createQueryWriter }] = await Promise.all([
    import('./model.ts'),
    import('./query-writer.ts'),
  ])
  const writersOf = async (endpoint: ChatEndpoint): Promise<Writers> => {
    const chat = await createChatModel({ ...endpoint, timeout: llmStallLimit })
    return {
      answerer: watched(createModelAnswerer(chat, { stallLimit: llmStallLimit })),
      writeQueries: createQueryWriter(chat, { log }),
    }
  }
  const own = await writersOf(llm)
  const offered = new Map(
    await Promise.all(llmOffered.map(async (one) => [one.id, await writersOf(one)] as const)),
  )
  return ({ model }) => offered.get(model) ?? own
}
