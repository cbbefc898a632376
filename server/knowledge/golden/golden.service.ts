import type * as z from 'zod/mini'
import { cut } from '../../../src/services/contract/common.ts'
import {
  GOLDEN_EXPECTED_MAX,
  GOLDEN_QUESTIONS_MAX,
  type GoldenQuestionPatch,
  goldenQuote,
  type NewGoldenQuestion,
} from '../../../src/services/contract/golden.ts'
import { SEARCH_QUERY_MAX } from '../../../src/services/contract/search.ts'
import type { MessageRow } from '../../conversations/conversations.types.ts'
import type { MessagesRepository } from '../../conversations/messages.repository.ts'
import { violatesUnique } from '../../kernel/db/errors.ts'
import type { WithLock } from '../../kernel/db/named-lock.ts'
import { invalid, notFound, refusal, refusalWith } from '../../kernel/errors.ts'
import { say } from '../../kernel/texts/say.ts'
import { presentQuestion } from './golden.presenter.ts'
import type { GoldenRepository } from './golden.repository.ts'
import { expectedOf, type GoldenQuestionRow } from './golden.repository.ts'

type Expected = z.output<typeof NewGoldenQuestion>['expected']

const throwKnown = (error: unknown): never => {
  throw violatesUnique(error)
    ? refusalWith('question_known', { fields: { question: say('question_known') } })
    : error
}

export type GoldenQuestions = ReturnType<typeof createGoldenQuestions>

type Parts = {
  golden: GoldenRepository
  messages: Pick<MessagesRepository, 'of'>
  withLock: WithLock
}

/** Questions of a knowledge base and their expected passages. */
export const createGoldenQuestions = ({ golden, messages, withLock }: Parts) => {
  /** @throws Refusal 422 for a document outside the knowledge base, or one that the person may not read */
  const expectedIn = async (knowledgeBaseId: string, userId: string, expected: Expected) => {
    const rows = await golden.documents(
      expected.map(({ document_id }) => document_id),
      userId,
    )
    return expected.map(({ document_id, quote }) => {
      const document = rows.find((row) => row.id === document_id && row.knowledgeBaseId === knowledgeBaseId)
      if (!document) throw invalid({ expected: say('choose_document') })
      return { documentId: document_id, documentName: document.name, quote }
    })
  }

  const presented = async (rows: GoldenQuestionRow[], knowledgeBaseId: string) => {
    const ids = rows.flatMap(expectedOf)
    const names = new Map((await golden.documents([...new Set(ids)])).map(({ id, name }) => [id, name]))
    const last = await golden.lastDone(knowledgeBaseId)
    return rows.map((row) => presentQuestion(row, names, last))
  }
  const presentedOne = async (row: GoldenQuestionRow) => {
    const [one] = await presented([row], row.knowledgeBaseId)
    return one!
  }

  const insert = async (row: Parameters<GoldenRepository['insert']>[0]) => {
    const inserted = await withLock(`golden questions ${row.knowledgeBaseId}`, async () => {
      if ((await golden.countOf(row.knowledgeBaseId)) >= GOLDEN_QUESTIONS_MAX)
        throw refusal('too_many_questions', { max: GOLDEN_QUESTIONS_MAX })
      return golden.insert(row).catch(throwKnown)
    })
    return presentedOne(inserted)
  }

  return {
    /** Questions whose expected documents the reader can all read, oldest first. */
    of: async (knowledgeBaseId: string, readerId: string) => {
      const closed = await golden.closedIn(knowledgeBaseId, readerId)
      const rows = await golden.questionsOf(knowledgeBaseId)
      const open = rows.filter((row) => expectedOf(row).every((id) => !closed.has(id)))
      return presented(open, knowledgeBaseId)
    },

    /** @throws Refusal 409 for a duplicate or one too many, 422 for a foreign document */
    add: async (
      knowledgeBaseId: string,
      createdBy: string,
      { question, expected }: z.output<typeof NewGoldenQuestion>,
    ) =>
      insert({
        knowledgeBaseId,
        createdBy,
        question,
        expected: await expectedIn(knowledgeBaseId, createdBy, expected),
      }),

    /**
     * The knowledge base of an answer's first citation whose document still exists.
     * @throws Refusal 409 for an answer whose cited documents are all gone
     */
    async baseOf({ citations, answered }: MessageRow) {
      const ids = citations.flatMap(({ document_id }) => document_id ?? [])
      const existing = new Map(
        (await golden.documents(ids)).map(({ id, knowledgeBaseId }) => [id, knowledgeBaseId]),
      )
      const base = ids.map((id) => existing.get(id)).find((id) => id !== undefined)
      if (!answered || !base) throw refusal('nothing_cited')
      return base
    },

    /** Adds the question of an answer, with the passages that it cites. */
    async take(knowledgeBaseId: string, createdBy: string, answer: MessageRow) {
      const { citations, conversationId, position } = answer
      const asked = (await messages.of(conversationId)).findLast(
        (message) => message.role === 'user' && message.position < position,
      )
      const rows = await golden.documents(citations.flatMap(({ document_id }) => document_id ?? []))
      const expected = citations.flatMap(({ document_id: documentId, quote }) => {
        const document = rows.find((row) => row.id === documentId && row.knowledgeBaseId === knowledgeBaseId)
        if (!document) return []
        return { documentId: document.id, documentName: document.name, quote: goldenQuote(quote) }
      })
      return insert({
        knowledgeBaseId,
        createdBy,
        question: cut(asked?.content ?? '', SEARCH_QUERY_MAX),
        expected: expected.slice(0, GOLDEN_EXPECTED_MAX),
      })
    },

    /** @throws Refusal 404 if it is gone, 409 for a duplicate, 422 for a foreign document */
    async change(
      { id, knowledgeBaseId }: GoldenQuestionRow,
      userId: string,
      { question, expected }: z.output<typeof GoldenQuestionPatch>,
    ) {
      const changes = {
        ...(question !== undefined && { question }),
        ...(expected !== undefined && { expected: await expectedIn(knowledgeBaseId, userId, expected) }),
      }
      const row = await golden.update(id, changes).catch(throwKnown)
      if (!row) throw notFound('golden_question')
      return presentedOne(row)
    },

    remove: ({ id }: GoldenQuestionRow) => golden.delete(id),
  }
}
