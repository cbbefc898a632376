import { and, asc, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import {
  type AnswerFeedback,
  type Citation,
  CONVERSATION_TITLE_MAX,
} from '../../src/services/contract/conversations.ts'
import { emit } from '../developers/webhooks/emit.ts'
import type { Db, Tx } from '../kernel/db/open.ts'
import { conversations, integrations, messages } from '../kernel/db/schema/index.ts'
import { noteAnswer } from '../kernel/http/idempotency.ts'
import { mayUse } from '../knowledge/readers/may-use.ts'
import { openOrganizationOf, withCount } from './conversations.selection.ts'
import type { AskedRows, MessageRow } from './conversations.types.ts'
import { createWrittenAnswers } from './written-answers.repository.ts'

/** `replaces` is the id of the last question, which is removed with its answer. */
type StoredQuestion = { content: string; replaces: string | null }
type NewConversation = Omit<typeof conversations.$inferInsert, 'title'>
type CountQuestion = (tx: Tx) => Promise<unknown>
type Mode = Pick<
  MessageRow,
  'mode' | 'model' | 'configVersion' | 'writtenBy' | 'readFrom' | 'documentsRead'
> &
  Partial<Pick<MessageRow, 'readiness' | 'takeovers'>>

export type MessagesRepository = ReturnType<typeof createMessagesRepository>

const CLEARED = {
  content: '',
  status: 'streaming',
  citations: [] as Citation[],
  answered: null,
  passagesSearched: 0,
  readiness: null,
  firstTokenMs: null,
  totalMs: null,
  error: null,
  unsupported: [] as MessageRow['unsupported'],
  feedback: null,
  attempts: [] as MessageRow['attempts'],
  takeovers: 0,
} as const

const titleOf = (question: string) => {
  const line = question.replace(/\s+/g, ' ').trim()
  return line.length <= CONVERSATION_TITLE_MAX ? line : `${line.slice(0, CONVERSATION_TITLE_MAX - 1)}…`
}

/** Questions and answers. */
export const createMessagesRepository = (db: Db) => {
  const one = async (tx: Db | Tx, id: string) => {
    const [row] = await tx.select(withCount).from(conversations).where(eq(conversations.id, id))
    return row ?? null
  }

  /** One question at a time in a conversation; null if it is gone. */
  const locked = async (tx: Tx, id: string) => {
    const [row] = await tx.select().from(conversations).where(eq(conversations.id, id)).for('update')
    return row ?? null
  }

  const isAnswering = async (tx: Tx, conversationId: string) => {
    const [streaming] = await tx
      .select({ id: messages.id })
      .from(messages)
      .where(and(eq(messages.conversationId, conversationId), eq(messages.status, 'streaming')))
    return streaming !== undefined
  }

  /** Removes the last question with its answer, and returns it; null if it is not the last one. */
  const takeBack = async (tx: Tx, conversationId: string, questionId: string) => {
    const [question, later] = (
      await tx
        .select()
        .from(messages)
        .where(eq(messages.conversationId, conversationId))
        .orderBy(desc(messages.position))
        .limit(2)
    ).reverse()
    if (question?.id !== questionId || question.role !== 'user' || later?.role !== 'assistant') return null
    await tx
      .delete(messages)
      .where(and(eq(messages.conversationId, conversationId), gte(messages.position, question.position)))
    return question
  }

  const of = (tx: Db | Tx, conversationId: string) =>
    tx
      .select()
      .from(messages)
      .where(eq(messages.conversationId, conversationId))
      .orderBy(asc(messages.position))

  const touch = (tx: Tx, id: string) =>
    tx.update(conversations).set({ lastMessageAt: new Date() }).where(eq(conversations.id, id))

  return {
    ...createWrittenAnswers(db),

    /** With its conversation and organization; also null if the person may not use its assistant. */
    async find(id: string, userId?: string) {
      const [found] = await db
        .select({ message: messages, conversation: withCount, organizationId: integrations.organizationId })
        .from(messages)
        .innerJoin(conversations, eq(conversations.id, messages.conversationId))
        .innerJoin(integrations, eq(integrations.id, conversations.integrationId))
        .where(and(eq(messages.id, id), mayUse(userId)))
      return found ?? null
    },

    /** Oldest first. */
    of: (conversationId: string) => of(db, conversationId),

    /** Those of several conversations, oldest first. */
    ofMany: async (conversationIds: string[]) =>
      Map.groupBy(
        await db
          .select()
          .from(messages)
          .where(inArray(messages.conversationId, conversationIds))
          .orderBy(asc(messages.position)),
        ({ conversationId }) => conversationId,
      ),

    /** The question of an answer, and the answer; null if they are gone. */
    asked: (answerId: string) =>
      db.transaction(async (tx): Promise<AskedRows | null> => {
        const [answer] = await tx.select().from(messages).where(eq(messages.id, answerId))
        if (!answer) return null
        const question = (await of(tx, answer.conversationId)).find(
          ({ position }) => position === answer.position - 1,
        )
        const conversation = await one(tx, answer.conversationId)
        return question && conversation ? { conversation, question, answer } : null
      }),

    /**
     * Adds a question, its empty answer and, for a first question, the conversation, and counts it: all or
     * nothing. `busy` while another is being answered, `not_last` if the replaced question is not the last one,
     * null if the conversation is gone.
     */
    ask: (
      to: string | NewConversation,
      { content, replaces }: StoredQuestion,
      mode: Mode,
      countQuestion: CountQuestion,
    ) =>
      db.transaction(async (tx): Promise<AskedRows | 'busy' | 'not_last' | null> => {
        if (typeof to !== 'string' && replaces !== null) return 'not_last'
        const conversationId =
          typeof to === 'string' ? to : await insertConversation(tx, { ...to, title: titleOf(content) })
        if (!(await locked(tx, conversationId))) return null
        if (await isAnswering(tx, conversationId)) return 'busy'
        const replaced = replaces === null ? null : await takeBack(tx, conversationId, replaces)
        if (replaces !== null && !replaced) return 'not_last'
        const [last] = await tx
          .select({ position: sql<number>`coalesce(max(${messages.position}), 0)`.mapWith(Number) })
          .from(messages)
          .where(eq(messages.conversationId, conversationId))
        const position = (last?.position ?? 0) + 1
        const [question, answer] = await tx
          .insert(messages)
          .values([
            { conversationId, position, role: 'user', content, status: 'complete' },
            { conversationId, position: position + 1, role: 'assistant', ...CLEARED, ...mode },
          ])
          .returning()
        // The first question is the title, until someone gives it a name.
        if (replaced && position === 1)
          await tx
            .update(conversations)
            .set({ title: titleOf(content) })
            .where(
              and(eq(conversations.id, conversationId), eq(conversations.title, titleOf(replaced.content))),
            )
        await touch(tx, conversationId)
        await countQuestion(tx)
        if (answer) await noteAnswer(tx, answer.id)
        const conversation = await one(tx, conversationId)
        return question && answer && conversation ? { conversation, question, answer } : null
      }),

    /**
     * Empties an answer to write it again, and counts that as a question. `busy` while one is in progress or if
     * it has since ended differently, null if it or its question is gone.
     */
    reset: ({ id, conversationId, position, status }: MessageRow, mode: Mode, countQuestion: CountQuestion) =>
      db.transaction(async (tx): Promise<AskedRows | 'busy' | null> => {
        if (!(await locked(tx, conversationId))) return null
        if (await isAnswering(tx, conversationId)) return 'busy'
        const [current] = await tx.select().from(messages).where(eq(messages.id, id))
        if (current && current.status !== status) return 'busy'
        const [question] = await tx
          .select()
          .from(messages)
          .where(and(eq(messages.conversationId, conversationId), eq(messages.position, position - 1)))
        const [answer] = await tx
          .update(messages)
          .set({ ...CLEARED, ...mode })
          .where(eq(messages.id, id))
          .returning()
        await touch(tx, conversationId)
        const conversation = await one(tx, conversationId)
        if (!question || !answer || !conversation) return null
        await countQuestion(tx)
        return { conversation, question, answer }
      }),

    async rate(id: string, feedback: AnswerFeedback | null) {
      const [row] = await db.update(messages).set({ feedback }).where(eq(messages.id, id)).returning()
      return row ?? null
    },
  }
}

async function insertConversation(tx: Tx, row: typeof conversations.$inferInsert) {
  const [inserted] = await tx.insert(conversations).values(row).returning()
  const { id, integrationId, channel } = inserted!
  await emit(tx, openOrganizationOf(integrationId), 'conversation.created', {
    conversation_id: id,
    assistant_id: integrationId,
    channel,
  })
  return id
}
