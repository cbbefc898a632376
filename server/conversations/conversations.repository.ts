import { and, asc, desc, eq, getTableColumns, inArray, ne, sql } from 'drizzle-orm'
import type { ApiError } from '../../src/services/contract/common.ts'
import type { Citation } from '../../src/services/contract/conversations.ts'
import type { Db, Tx } from '../db/open.ts'
import { conversations, documents, integrations, messages } from '../db/schema/index.ts'

const LISTED_MAX = 200

// The column is written out: drizzle leaves its table off where there is one table only.
export const withCount = {
  ...getTableColumns(conversations),
  messageCount:
    sql<number>`(select count(*)::int from messages m where m.conversation_id = conversations.id)`.mapWith(
      Number,
    ),
}

export type MessageRow = typeof messages.$inferSelect
export type ConversationRow = typeof conversations.$inferSelect & { messageCount: number }
export type AskedRows = { conversation: ConversationRow; question: MessageRow; answer: MessageRow }
type Mode = Pick<MessageRow, 'mode' | 'model' | 'configVersion'>

export type ConversationsRepository = ReturnType<typeof createConversationsRepository>

const CLEARED = {
  content: '',
  status: 'streaming',
  citations: [] as Citation[],
  answered: null,
  passagesSearched: 0,
  firstTokenMs: null,
  totalMs: null,
  error: null,
} as const

export const createConversationsRepository = (db: Db) => {
  const one = async (tx: Db | Tx, id: string) => {
    const [row] = await tx.select(withCount).from(conversations).where(eq(conversations.id, id))
    return row ?? null
  }

  /** One question at a time in a conversation; null when it is gone. */
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

  const touch = (tx: Tx, id: string) =>
    tx.update(conversations).set({ lastMessageAt: new Date() }).where(eq(conversations.id, id))

  return {
    /** Newest first. */
    of: (integrationId: string): Promise<ConversationRow[]> =>
      db
        .select(withCount)
        .from(conversations)
        .where(eq(conversations.integrationId, integrationId))
        .orderBy(desc(conversations.lastMessageAt), desc(conversations.id))
        .limit(LISTED_MAX),

    /** With the organization that it belongs to. */
    async find(id: string) {
      const [found] = await db
        .select({ conversation: withCount, organizationId: integrations.organizationId })
        .from(conversations)
        .innerJoin(integrations, eq(integrations.id, conversations.integrationId))
        .where(eq(conversations.id, id))
      return found ?? null
    },

    /** With its conversation and the organization that it belongs to. */
    async findMessage(id: string) {
      const [found] = await db
        .select({ message: messages, conversation: withCount, organizationId: integrations.organizationId })
        .from(messages)
        .innerJoin(conversations, eq(conversations.id, messages.conversationId))
        .innerJoin(integrations, eq(integrations.id, conversations.integrationId))
        .where(eq(messages.id, id))
      return found ?? null
    },

    /** Oldest first. */
    messagesOf: (conversationId: string) =>
      db
        .select()
        .from(messages)
        .where(eq(messages.conversationId, conversationId))
        .orderBy(asc(messages.position)),

    /** Those of `ids` that still exist. */
    async existingDocuments(ids: string[]) {
      if (ids.length === 0) return new Set<string>()
      const rows = await db.select({ id: documents.id }).from(documents).where(inArray(documents.id, ids))
      return new Set(rows.map(({ id }) => id))
    },

    insertConversation: async (row: typeof conversations.$inferInsert) => {
      const [inserted] = await db.insert(conversations).values(row).returning({ id: conversations.id })
      return inserted?.id ?? ''
    },

    /** Adds a question and its empty answer. `busy` while another is answered, null when the conversation is gone. */
    ask: (conversationId: string, content: string, mode: Mode) =>
      db.transaction(async (tx): Promise<AskedRows | 'busy' | null> => {
        if (!(await locked(tx, conversationId))) return null
        if (await isAnswering(tx, conversationId)) return 'busy'
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
        await touch(tx, conversationId)
        const conversation = await one(tx, conversationId)
        return question && answer && conversation ? { conversation, question, answer } : null
      }),

    /** Empties an answer to write it anew. `busy` while one is written, null when it or its question is gone. */
    reset: ({ id, conversationId, position }: MessageRow, mode: Mode) =>
      db.transaction(async (tx): Promise<AskedRows | 'busy' | null> => {
        if (!(await locked(tx, conversationId))) return null
        if (await isAnswering(tx, conversationId)) return 'busy'
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
        return question && answer && conversation ? { conversation, question, answer } : null
      }),

    /** Keeps what has arrived of an answer; false when it was stopped or deleted elsewhere. */
    async keep(id: string, content: string, citations: Citation[]) {
      const rows = await db
        .update(messages)
        .set({ status: 'streaming', content, citations })
        .where(and(eq(messages.id, id), ne(messages.status, 'stopped')))
        .returning({ id: messages.id })
      return rows.length > 0
    },

    async finish(id: string, changes: Partial<MessageRow>) {
      const [row] = await db.update(messages).set(changes).where(eq(messages.id, id)).returning()
      return row ?? null
    },

    /** Says of every answer that was being written that it was not finished. */
    failUnfinished: (error: ApiError) =>
      db.update(messages).set({ status: 'failed', error }).where(eq(messages.status, 'streaming')),

    delete: (id: string) => db.delete(conversations).where(eq(conversations.id, id)),
  }
}
