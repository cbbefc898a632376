import { fromCallback, fromPromise } from 'xstate'
import type { Heard } from '../machines/connections/connections.types.ts'
import { knowledgeBaseLine } from '../machines/connections/knowledge-base-line.ts'
import { goldenRunMachine } from '../machines/golden-run/golden-run.machine.ts'
import { retrievalTestMachine, type Tried } from '../machines/retrieval-test/retrieval-test.machine.ts'
import { type GoldenSource, takeGoldenMachine } from '../machines/take-golden/take-golden.machine.ts'
import { writeGoldenMachine } from '../machines/write-golden/write-golden.machine.ts'
import { GOLDEN_QUOTE_MAX } from './contract/golden.ts'
import type { KnowledgeBaseMessage } from './contract/sockets.ts'
import type { GoldenApi } from './golden-api.ts'
import type { IdempotentWrites } from './idempotent-writes.ts'
import type { KnowledgeApi } from './knowledge-api.ts'
import { listen } from './listen.ts'
import type { QueryCache } from './query-cache.ts'

interface Services {
  api: GoldenApi
  withIdempotencyKey: IdempotentWrites
  /** Lists of the organization are asked for again. */
  refresh: () => void
}

export const provideRetrievalTest = ({
  api,
  knowledge,
  refresh,
}: Pick<Services, 'api' | 'refresh'> & { knowledge: KnowledgeApi }) =>
  retrievalTestMachine.provide({
    actors: {
      search: fromPromise(({ input, signal }: { input: Tried & { query: string }; signal: AbortSignal }) =>
        api.search(input.knowledgeBaseId, input.query, input.settings, signal),
      ),
      applySettings: fromPromise<void, Tried>(async ({ input: { knowledgeBaseId, settings }, signal }) => {
        // The size of the passages may have changed since the page was opened.
        const { settings: stored } = await knowledge.get(knowledgeBaseId, signal)
        await knowledge.change(knowledgeBaseId, { settings: { ...stored, ...settings } })
      }),
    },
    actions: { refreshKnowledgeBase: refresh },
  })

export const provideTakeGolden = ({
  api,
  withIdempotencyKey,
  refresh,
}: Pick<Services, 'api' | 'withIdempotencyKey' | 'refresh'>) =>
  takeGoldenMachine.provide({
    actors: {
      run: fromPromise<void, { request: GoldenSource }>(async ({ input: { request } }) => {
        if (request.kind === 'answer') return void (await api.take(request.messageId))
        const { knowledgeBaseId, question, documentId, quote } = request
        const expected = [{ document_id: documentId, quote: quote.slice(0, GOLDEN_QUOTE_MAX) }]
        await withIdempotencyKey({ takeGolden: request }, (key) =>
          api.add(knowledgeBaseId, { question, expected }, key),
        )
      }),
    },
    actions: { refresh },
  })

export const provideWriteGolden = ({
  api,
  withIdempotencyKey,
  refresh,
}: Pick<Services, 'api' | 'withIdempotencyKey' | 'refresh'>) =>
  writeGoldenMachine.provide({
    actors: {
      submit: fromPromise(({ input: { values } }) => {
        const { knowledgeBaseId, id, question, documentId, quote, others } = values
        const written = { question, expected: [{ document_id: documentId, quote }, ...others] }
        return id === null
          ? withIdempotencyKey({ addGolden: values }, (key) => api.add(knowledgeBaseId, written, key))
          : api.change(id, written)
      }),
    },
    actions: { finish: refresh },
  })

/** Listens to a knowledge base: the golden questions and their runs are read again when a run comes forward. */
export const provideGoldenLive = (cache: QueryCache) =>
  fromCallback<Heard<KnowledgeBaseMessage>, { organizationId: string; knowledgeBaseId: string }>(
    ({ input: { organizationId, knowledgeBaseId }, ...listener }) => {
      const readAgain = () => {
        for (const name of ['goldenRuns', 'goldenQuestions'])
          void cache.invalidateQueries({ queryKey: ['org', organizationId, name] })
      }
      const line = knowledgeBaseLine(organizationId, knowledgeBaseId)
      return listen<KnowledgeBaseMessage>(listener, line, (heard) => {
        const isNews = heard.type === 'live.received' && heard.message.type === 'golden_run_update'
        if (isNews || heard.type === 'live.opened') readAgain()
      })
    },
  )

export const provideGoldenRun = ({ api, refresh }: Pick<Services, 'api' | 'refresh'>) =>
  goldenRunMachine.provide({
    actors: {
      run: fromPromise<void, { request: { knowledgeBaseId: string } }>(async ({ input: { request } }) => {
        await api.run(request.knowledgeBaseId)
      }),
    },
    actions: { refresh },
  })
