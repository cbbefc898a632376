import { fromPromise } from 'xstate'
import { improveAnswerMachine } from '../../machines/assistants/improve-answer/improve-answer.machine.ts'
import type {
  Improvement,
  ImproveSubject,
  Improving,
} from '../../machines/assistants/improve-answer/improve-answer.types.ts'
import { statusOf } from '../../machines/failure.ts'
import { until } from '../browser/until.ts'
import type { IdempotentWrites } from '../cache/idempotent-writes.ts'
import type { Message } from '../contract/conversations.ts'
import { asking } from '../contract/operations/asking.ts'
import { documents } from '../contract/operations/documents.ts'
import { goldenQuestions } from '../contract/operations/golden-questions.ts'
import { createSettleGaps } from '../conversations/settle-gaps.ts'
import type { Http } from '../http/client.ts'
import { HttpError } from '../http/errors.ts'
import { addGoldenPassage, expectationOf, type GoldenPassage } from '../knowledge/golden.provide.ts'
import { providePassageSearch } from '../shell/search.provide.ts'

interface Services {
  http: Http
  withIdempotencyKey: IdempotentWrites
  /** Refetches the organization's lists. */
  refresh: () => void
}

/** Improves an answer, from a conversation or from an unanswered question. */
export function provideImproveAnswer(services: Services) {
  const { http, withIdempotencyKey, refresh } = services
  const settle = createSettleGaps(services)

  const savePair = ({ question, answer, knowledgeBaseId }: Improving['values'], id: string | null) => {
    const body = { question, answer, approved: true }
    return id === null
      ? withIdempotencyKey({ addFaq: body, knowledgeBaseId }, (idempotencyKey) =>
          http.call(documents.addFaq, { id: knowledgeBaseId }, { body, idempotencyKey }),
        )
      : http.call(documents.changeFaq, { id }, { body })
  }
  const saveText = ({ name, text, knowledgeBaseId }: Improving['values'], id: string | null) => {
    const body = { name, text }
    return id === null
      ? withIdempotencyKey({ addText: body, knowledgeBaseId }, (idempotencyKey) =>
          http.call(documents.addText, { id: knowledgeBaseId }, { body, idempotencyKey }),
        )
      : http.call(documents.changeText, { id }, { body })
  }
  /** A question that was golden already keeps its other passages. */
  const savePassage = async (
    passage: GoldenPassage,
    saved: Improvement | null,
  ): Promise<Pick<Improvement, 'goldenId'>> => {
    const { goldenId } = saved ?? {}
    const expected = expectationOf(passage)
    if (goldenId !== undefined) {
      await http.call(goldenQuestions.change, { id: goldenId }, { body: { expected: [expected] } })
      return { goldenId }
    }
    try {
      return { goldenId: (await addGoldenPassage({ http, withIdempotencyKey }, passage)).id }
    } catch (error) {
      if (!(error instanceof HttpError) || error.code !== 'question_known') throw error
      const listed = await http.call(goldenQuestions.list, { id: passage.knowledgeBaseId })
      const asked = passage.question.toLowerCase()
      const known = listed.find(({ question }) => question.toLowerCase() === asked)
      // One whose documents the person may not all read is not listed.
      if (!known) throw error
      const others = known.expected.flatMap(({ document_id, quote, is_gone }) =>
        is_gone || (document_id === expected.document_id && quote === expected.quote)
          ? []
          : [{ document_id, quote }],
      )
      await http.call(goldenQuestions.change, { id: known.id }, { body: { expected: [...others, expected] } })
      return {}
    }
  }

  return improveAnswerMachine.provide({
    actors: {
      passageSearch: providePassageSearch(http),
      save: fromPromise<Improvement, Improving>(async ({ input: { question, way, values, saved } }) => {
        if (way === 'passage') {
          const { document_id: documentId, content: quote } = values.hit!.passage
          const { knowledge_base_id: knowledgeBaseId } = await http.call(documents.get, { id: documentId })
          const passage = { knowledgeBaseId, question, documentId, quote }
          const golden = await savePassage(passage, saved?.knowledgeBaseId === knowledgeBaseId ? saved : null)
          refresh()
          return { way, knowledgeBaseId, documentId, ...golden }
        }
        const { knowledgeBaseId } = values
        const isChanged = saved?.way === way && saved.knowledgeBaseId === knowledgeBaseId
        const save = way === 'pair' ? savePair : saveText
        const { id: documentId } = await save(values, isChanged ? saved.documentId : null)
        refresh()
        return { way, knowledgeBaseId, documentId }
      }),
      awaitReady: fromPromise<void, Improvement>(async ({ input: { documentId }, signal }) => {
        const document = await until(async () => {
          const read = await http.call(documents.get, { id: documentId }, { signal })
          return read.status === 'ready' || read.status === 'failed' ? read : undefined
        }, signal)
        if (document.status === 'failed') throw Object.assign(new Error('failed'), document.error)
      }),
      askAgain: fromPromise<Message, ImproveSubject>(
        async ({ input: { integrationId, question, config }, signal }) => {
          const { answer } = await withIdempotencyKey(
            { askAgain: integrationId, question },
            (idempotencyKey) =>
              http.call(
                asking.send,
                { id: integrationId },
                { body: { content: question, config }, idempotencyKey },
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
      closeGap: fromPromise<void, ImproveSubject>(({ input: { organizationId, gapIds } }) =>
        settle(organizationId, gapIds, 'fixed').catch((error: unknown) => {
          // Its answer was deleted or written again: there is no gap any more.
          if (statusOf(error) !== 404) throw error
        }),
      ),
    },
  })
}
