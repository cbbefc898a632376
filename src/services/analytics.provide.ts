import { fromPromise } from 'xstate'
import { closeGapMachine } from '../machines/close-gap/close-gap.machine.ts'
import type { GapValues, Reply, SavedAnswer } from '../machines/close-gap/close-gap.types.ts'
import { lookUp } from '../machines/look-up.ts'
import type { InSystem } from '../machines/system.ts'
import type { AnalyticsApi } from './analytics-api.ts'
import type { GapStatus } from './contract/analytics.ts'
import type { IdempotentWrites } from './idempotent-writes.ts'
import type { IntegrationsApi } from './integrations-api.ts'
import type { KnowledgeApi } from './knowledge-api.ts'
import { provideRemoval } from './removal.provide.ts'
import { until } from './until.ts'

interface Services {
  analytics: AnalyticsApi
  knowledge: KnowledgeApi
  integrations: IntegrationsApi
  withIdempotencyKey: IdempotentWrites
  /** Lists of the organization are asked for again. */
  refresh: () => void
}

const NAME_MAX = 80

/** A question and its answer as a document that people can read, too. */
const documentOf = ({ question, answer }: GapValues) =>
  new File(
    [`# ${question.trim()}\n\n${answer.trim()}\n`],
    `${question
      .trim()
      .replace(/[\\/:*?"<>|]/g, '')
      .slice(0, NAME_MAX)}.md`,
    { type: 'text/markdown' },
  )

/** The machines of Source Analytics. */
export function provideAnalytics(services: Services) {
  const { analytics, knowledge, integrations, withIdempotencyKey, refresh } = services

  const settle = async (scope: InSystem, answerIds: readonly string[], status: GapStatus) => {
    const organizationId = lookUp(scope, 'organizations')?.getSnapshot().context.currentId ?? ''
    await analytics.settle(organizationId, { answer_ids: [...answerIds], status })
    refresh()
  }
  const becoming = (status: GapStatus) =>
    provideRemoval(
      (ids, scope) => settle(scope, ids.split(' '), status),
      () => undefined,
    )

  return {
    ignoreGap: becoming('ignored'),
    reopenGap: becoming('open'),
    closeGap: closeGapMachine.provide({
      actors: {
        saveAnswer: fromPromise(async ({ input, signal }: { input: GapValues; signal: AbortSignal }) => {
          const file = documentOf(input)
          const [result] = await knowledge.upload(input.knowledge_base_id, [file], () => {}, signal)
          if (!result?.document) throw Object.assign(new Error('refused'), result?.error)
          return { knowledgeBaseId: input.knowledge_base_id, documentId: result.document.id }
        }),
        awaitReady: fromPromise<void, SavedAnswer>(async ({ input, signal }) => {
          const document = await until(async () => {
            const documents = await knowledge.documents(input.knowledgeBaseId, signal)
            const found = documents.find(({ id }) => id === input.documentId)
            return found?.status === 'ready' || found?.status === 'failed' ? found : undefined
          }, signal)
          if (document.status === 'failed') throw Object.assign(new Error('failed'), document.error)
        }),
        askAgain: fromPromise<Reply, { integrationId: string; question: string }>(
          async ({ input, signal }) => {
            const { answer } = await withIdempotencyKey({ askAgain: input }, (key) =>
              integrations.ask(input.integrationId, { content: input.question, config: 'draft' }, key),
            )
            const message = await until(async () => {
              const seen = await integrations.message(answer.id, signal)
              return seen.status === 'streaming' ? undefined : seen
            }, signal)
            if (message.error) throw Object.assign(new Error('failed'), message.error)
            return { answered: message.answered === true, content: message.content }
          },
        ),
      },
      actions: {
        settle: (scope, { answerIds }) => void settle(scope, answerIds, 'fixed').catch(() => refresh()),
      },
    }),
  }
}
