import { fromPromise } from 'xstate'
import { closeGapMachine } from '../machines/close-gap/close-gap.machine.ts'
import type { GapValues, SavedAnswer } from '../machines/close-gap/close-gap.types.ts'
import { lookUp } from '../machines/look-up.ts'
import type { InSystem } from '../machines/system.ts'
import type { GapStatus } from './contract/analytics.ts'
import type { Message } from './contract/conversations.ts'
import { analytics } from './contract/operations/analytics.ts'
import { asking } from './contract/operations/asking.ts'
import { documents } from './contract/operations/documents.ts'
import { sendFiles } from './document-files.ts'
import type { Http } from './http/client.ts'
import type { IdempotentWrites } from './idempotent-writes.ts'
import { provideRemoval } from './removal.provide.ts'
import { until } from './until.ts'

interface Services {
  http: Http
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
  const { http, withIdempotencyKey, refresh } = services

  const settle = async (scope: InSystem, answerIds: readonly string[], status: GapStatus) => {
    const organizationId = lookUp(scope, 'organizations')?.getSnapshot().context.currentId ?? ''
    await http.call(
      analytics.settleGaps,
      { organizationId },
      { body: { answer_ids: [...answerIds], status } },
    )
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
          const [result] = await sendFiles(http, input.knowledge_base_id, [file], { signal })
          if (!result?.document) throw Object.assign(new Error('refused'), result?.error)
          return { knowledgeBaseId: input.knowledge_base_id, documentId: result.document.id }
        }),
        awaitReady: fromPromise<void, SavedAnswer>(async ({ input, signal }) => {
          const document = await until(async () => {
            const listed = await http.call(documents.list, { id: input.knowledgeBaseId }, { signal })
            const found = listed.find(({ id }) => id === input.documentId)
            return found?.status === 'ready' || found?.status === 'failed' ? found : undefined
          }, signal)
          if (document.status === 'failed') throw Object.assign(new Error('failed'), document.error)
        }),
        askAgain: fromPromise<Message, { integrationId: string; question: string }>(
          async ({ input, signal }) => {
            const { answer } = await withIdempotencyKey({ askAgain: input }, (key) =>
              http.call(
                asking.send,
                { id: input.integrationId },
                { body: { content: input.question, config: 'draft' }, idempotencyKey: key },
              ),
            )
            const message = await until(async () => {
              const seen = await http.call(asking.message, { id: answer.id }, { signal })
              return seen.status === 'streaming' ? undefined : seen
            }, signal)
            if (message.error) throw Object.assign(new Error('failed'), message.error)
            return message
          },
        ),
      },
      actions: {
        settle: (scope, { answerIds }) => void settle(scope, answerIds, 'fixed').catch(() => refresh()),
      },
    }),
  }
}
