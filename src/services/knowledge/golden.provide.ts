import { fromCallback, fromPromise } from 'xstate'
import type { LiveEvent } from '../../machines/connection/connections/connections.types.ts'
import { knowledgeBaseLine, organizationLine } from '../../machines/connection/connections/lines.ts'
import {
  type GoldenSource,
  type GoldenValues,
  goldenRunMachine,
  takeGoldenMachine,
  writeGoldenMachine,
} from '../../machines/knowledge/golden.machine.ts'
import { retrievalTestMachine } from '../../machines/knowledge/retrieval-test.machine.ts'
import { changesSince } from '../../machines/shared/differences.ts'
import type { WriteServices } from '../cache/idempotent-writes.ts'
import { keyOf, type QueryCache } from '../cache/query-cache.ts'
import { listen } from '../connection/listen.ts'
import { goldenQuote } from '../contract/golden.ts'
import { goldenQuestions } from '../contract/operations/golden-questions.ts'
import { knowledgeBases } from '../contract/operations/knowledge-bases.ts'
import type { KnowledgeBaseMessage, OrganizationMessage } from '../contract/sockets.ts'
import { provideForm, provideOperation } from '../shared/changes.provide.ts'

export const provideRetrievalTest = ({ http, refresh }: Pick<WriteServices, 'http' | 'refresh'>) =>
  retrievalTestMachine.provide({
    actors: {
      search: fromPromise(({ input, signal }) =>
        http.call(
          knowledgeBases.search,
          { id: input.knowledgeBaseId },
          { body: { query: input.query, settings: input.settings }, signal },
        ),
      ),
      applySettings: fromPromise(async ({ input: { knowledgeBaseId, changes } }) => {
        await http.call(knowledgeBases.change, { id: knowledgeBaseId }, { body: { settings: changes } })
      }),
    },
    actions: { refreshKnowledgeBase: refresh },
  })

type Place = { organizationId: string; knowledgeBaseId: string }

/** Listens to the organization: rereads a knowledge base when someone changes it. */
export const provideRetrievalTestLive = (cache: QueryCache) =>
  fromCallback<LiveEvent<OrganizationMessage>, Place>(
    ({ input: { organizationId, knowledgeBaseId: id }, ...listener }) =>
      listen<OrganizationMessage>(listener, organizationLine(organizationId), (liveEvent) => {
        if (liveEvent.type !== 'live.received') return
        const { type, data } = liveEvent.message
        if (type === 'knowledge_base_update' && data.id === id)
          void cache.invalidateQueries({
            queryKey: keyOf({ name: 'knowledgeBase', of: { organizationId, id } }),
          })
      }),
  )

export type GoldenPassage = Omit<Extract<GoldenSource, { kind: 'passage' }>, 'kind'>

export const expectationOf = ({ documentId, quote }: Pick<GoldenPassage, 'documentId' | 'quote'>) => ({
  document_id: documentId,
  quote: goldenQuote(quote),
})

/** A question that should find one passage. */
export const addGoldenPassage = (
  { http, withIdempotencyKey }: Pick<WriteServices, 'http' | 'withIdempotencyKey'>,
  asked: GoldenPassage,
) => {
  const { knowledgeBaseId, question } = asked
  const expected = [expectationOf(asked)]
  return withIdempotencyKey({ addGoldenPassage: asked }, (idempotencyKey) =>
    http.call(goldenQuestions.add, { id: knowledgeBaseId }, { body: { question, expected }, idempotencyKey }),
  )
}

export const provideTakeGolden = ({ http, withIdempotencyKey, refresh }: WriteServices) =>
  provideOperation(
    takeGoldenMachine,
    (request): Promise<unknown> => {
      if (request.kind === 'answer') return http.call(goldenQuestions.take, { id: request.messageId })
      const { kind: _, ...asked } = request
      return addGoldenPassage({ http, withIdempotencyKey }, asked)
    },
    refresh,
  )

const goldenIn = ({ question, documentId, quote, others }: GoldenValues) => ({
  question,
  expected: [{ document_id: documentId, quote }, ...others],
})

export const provideWriteGolden = ({ http, withIdempotencyKey, refresh }: WriteServices) =>
  provideForm(
    writeGoldenMachine,
    (values, _organizationId, opened) => {
      const { knowledgeBaseId, id } = values
      const written = goldenIn(values)
      return id === null
        ? withIdempotencyKey({ addGolden: values }, (key) =>
            http.call(goldenQuestions.add, { id: knowledgeBaseId }, { body: written, idempotencyKey: key }),
          )
        : http.call(goldenQuestions.change, { id }, { body: changesSince(opened, values, goldenIn) })
    },
    refresh,
  )

/** Listens to a knowledge base: rereads the golden questions and their runs when a run progresses. */
export const provideGoldenLive = (cache: QueryCache) =>
  fromCallback<LiveEvent<KnowledgeBaseMessage>, Place>(
    ({ input: { organizationId, knowledgeBaseId }, ...listener }) => {
      const readAgain = () => {
        for (const name of ['goldenRuns', 'goldenQuestions'])
          void cache.invalidateQueries({ queryKey: ['org', organizationId, name] })
      }
      const line = knowledgeBaseLine(organizationId, knowledgeBaseId)
      return listen<KnowledgeBaseMessage>(listener, line, (liveEvent) => {
        const isNews = liveEvent.type === 'live.received' && liveEvent.message.type === 'golden_run_update'
        if (isNews || liveEvent.type === 'live.opened') readAgain()
      })
    },
  )

export const provideGoldenRun = ({ http, refresh }: Pick<WriteServices, 'http' | 'refresh'>) =>
  provideOperation(
    goldenRunMachine,
    ({ knowledgeBaseId: id }) => http.call(goldenQuestions.run, { id }),
    refresh,
  )
