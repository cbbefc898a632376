import { fromPromise } from 'xstate'
import { improveAnswerMachine } from '../../machines/assistants/improve-answer/improve-answer.machine.ts'
import type {
  Addition,
  GoldenAddition,
  Improving,
} from '../../machines/assistants/improve-answer/improve-answer.setup.ts'
import { statusOf } from '../../machines/failure.ts'
import { t } from '../../texts/t.ts'
import { until } from '../browser/until.ts'
import type { WriteServices } from '../cache/idempotent-writes.ts'
import { GOLDEN_EXPECTED_MAX, type GoldenQuestion } from '../contract/golden.ts'
import { asking } from '../contract/operations/asking.ts'
import { documents } from '../contract/operations/documents.ts'
import { goldenQuestions } from '../contract/operations/golden-questions.ts'
import { createSettleGaps } from '../conversations/analytics.provide.ts'
import { HttpError } from '../http/errors.ts'
import { addGoldenPassage, expectationOf, type GoldenPassage } from '../knowledge/golden.provide.ts'
import { providePassageSearch } from '../knowledge/search.provide.ts'

type Expected = GoldenAddition['expected']

const isSame = (one: Expected, other: Expected | undefined) =>
  one.document_id === other?.document_id && one.quote === other.quote

/** Changes what was added, or adds it if it stands in another knowledge base or was deleted. */
async function changeOrAdd<Result, Added extends Addition>(
  added: Added | undefined,
  { knowledgeBaseId }: { knowledgeBaseId: string },
  change: (added: Added) => Promise<Result>,
  add: () => Promise<Result>,
) {
  if (added?.knowledgeBaseId !== knowledgeBaseId) return add()
  return change(added).catch((error: unknown) => {
    if (statusOf(error) !== 404) throw error
    return add()
  })
}

/** Improves an answer, from a conversation or from an unanswered question. */
export function provideImproveAnswer(services: WriteServices) {
  const { http, withIdempotencyKey, refresh } = services
  const settle = createSettleGaps(services)

  const savePair = (values: Improving['values'], added?: Addition) => {
    const { question, answer, knowledgeBaseId } = values
    const body = { question, answer, approved: true }
    return changeOrAdd(
      added,
      values,
      ({ id }) => http.call(documents.changeFaq, { id }, { body }),
      () =>
        withIdempotencyKey({ addFaq: body, knowledgeBaseId }, (idempotencyKey) =>
          http.call(documents.addFaq, { id: knowledgeBaseId }, { body, idempotencyKey }),
        ),
    )
  }
  const saveText = (values: Improving['values'], added?: Addition) => {
    const { name, text, knowledgeBaseId } = values
    const body = { name, text }
    return changeOrAdd(
      added,
      values,
      ({ id }) => http.call(documents.changeText, { id }, { body }),
      () =>
        withIdempotencyKey({ addText: body, knowledgeBaseId }, (idempotencyKey) =>
          http.call(documents.addText, { id: knowledgeBaseId }, { body, idempotencyKey }),
        ),
    )
  }
  const goldenIn = (id: string) => http.call(goldenQuestions.list, { id })
  /** Expects the passage, instead of what was added here before; what others added is kept. */
  const expectToo = async (
    { id, knowledge_base_id: knowledgeBaseId, expected: stored }: GoldenQuestion,
    passage: GoldenPassage,
    added?: GoldenAddition,
  ): Promise<GoldenAddition | undefined> => {
    const expected = expectationOf(passage)
    const kept = stored.filter((one) => !one.is_gone && !isSame(one, added?.expected))
    const others = kept.filter((one) => !isSame(one, expected))
    if (others.length >= GOLDEN_EXPECTED_MAX)
      throw Object.assign(new Error('too many passages'), {
        detail: t(
          'The golden question already expects {max} passages. Remove one under Golden questions, then save again.',
          { max: GOLDEN_EXPECTED_MAX },
        ),
      })
    const body = {
      expected: [...others.map(({ document_id, quote }) => ({ document_id, quote })), expected],
    }
    await http.call(goldenQuestions.change, { id }, { body })
    return others.length < kept.length ? undefined : { id, knowledgeBaseId, expected }
  }
  const addPassage = async (passage: GoldenPassage) => {
    const { knowledgeBaseId, question } = passage
    try {
      const { id } = await addGoldenPassage({ http, withIdempotencyKey }, passage)
      return { id, knowledgeBaseId, expected: expectationOf(passage) }
    } catch (error) {
      if (!(error instanceof HttpError) || error.code !== 'question_known') throw error
      const asked = question.toLowerCase()
      const known = (await goldenIn(knowledgeBaseId)).find((one) => one.question.toLowerCase() === asked)
      // One whose documents the person may not all read is not listed.
      if (!known) throw error
      return expectToo(known, passage)
    }
  }
  const savePassage = (passage: GoldenPassage, earlier?: GoldenAddition) =>
    changeOrAdd(
      earlier,
      passage,
      async (added) => {
        const known = (await goldenIn(added.knowledgeBaseId)).find(({ id }) => id === added.id)
        return known ? expectToo(known, passage, added) : addPassage(passage)
      },
      () => addPassage(passage),
    )

  return improveAnswerMachine.provide({
    actors: {
      passageSearch: providePassageSearch(http),
      save: fromPromise(async ({ input: { question, way, values, saved } }) => {
        if (way === 'passage') {
          const { document_id: documentId, content: quote } = values.hit!.passage
          const { knowledge_base_id: knowledgeBaseId } = await http.call(documents.get, { id: documentId })
          const passage = { knowledgeBaseId, question, documentId, quote }
          const added = await savePassage(passage, saved?.passage)
          refresh()
          return { ...saved, documentId, passage: added }
        }
        const save = way === 'pair' ? savePair : saveText
        const { id } = await save(values, saved?.[way])
        refresh()
        return { ...saved, documentId: id, [way]: { id, knowledgeBaseId: values.knowledgeBaseId } }
      }),
      awaitReady: fromPromise(async ({ input: { documentId }, signal }) => {
        const document = await until(async () => {
          const read = await http.call(documents.get, { id: documentId }, { signal })
          return read.status === 'ready' || read.status === 'failed' ? read : undefined
        }, signal)
        if (document.status === 'failed') throw Object.assign(new Error('failed'), document.error)
      }),
      askAgain: fromPromise(async ({ input: { integrationId, question, config }, signal }) => {
        const { answer } = await withIdempotencyKey({ askAgain: integrationId, question }, (idempotencyKey) =>
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
      }),
      closeGap: fromPromise(({ input: { organizationId, gapIds } }) =>
        settle(organizationId, gapIds, 'fixed').catch((error: unknown) => {
          // Its answer was deleted or written again: there is no gap any more.
          if (statusOf(error) !== 404) throw error
        }),
      ),
    },
  })
}
