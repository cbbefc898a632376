import { and, eq, gte, isNull, lt, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { ApiError } from '../../src/services/contract/common.ts'
import type { Citation } from '../../src/services/contract/conversations.ts'
import type { TokenUsage } from '../assistants/models/chat-model.ts'
import { emit } from '../developers/webhooks/emit.ts'
import type { Db, Tx } from '../kernel/db/open.ts'
import type { ModelUse } from '../kernel/db/schema/index.ts'
import { conversations, messages, processes } from '../kernel/db/schema/index.ts'
import { openOrganizationOf } from './conversations.selection.ts'
import type { MessageRow } from './conversations.types.ts'
import type { Sources } from './reading.ts'

/** An answer that ended two processes is not started a third time. */
const TAKEOVERS_MAX = 1
/** Takeovers of an answer for another reader, or with turns from elsewhere: neither is stored, so none writes it again. */
export const BOUND = TAKEOVERS_MAX + 1

const isWritten = (id: string, writtenBy: string | null) =>
  and(
    eq(messages.id, id),
    writtenBy === null ? isNull(messages.writtenBy) : eq(messages.writtenBy, writtenBy),
  )

const isInProgress = (id: string, writtenBy: string | null) =>
  and(isWritten(id, writtenBy), eq(messages.status, 'streaming'))

/** No one is writing it, or a process that is gone. */
const isAbandoned = and(
  eq(messages.status, 'streaming'),
  sql`not exists (select from ${processes} where ${processes.id} = ${messages.writtenBy})`,
)

/** Answers in progress, each written by one process at a time. */
export const createWrittenAnswers = (db: Db) => ({
  /** Stores an answer's text so far; false if it was stopped, deleted or taken over elsewhere. */
  async keep(id: string, writtenBy: string | null, content: string, citations: Citation[]) {
    const rows = await db
      .update(messages)
      .set({ content, citations })
      .where(isInProgress(id, writtenBy))
      .returning({ id: messages.id })
    return rows.length > 0
  },

  /** Stores how many documents an answer still waits for, and afterwards what it may come from. */
  async noteAwaited(id: string, writtenBy: string | null, changes: Pick<MessageRow, 'readiness'> | Sources) {
    await db.update(messages).set(changes).where(isWritten(id, writtenBy))
  },

  /** Stores the end of an answer; null if another process has taken it over, or it is gone. */
  end: (id: string, writtenBy: string | null, changes: PgUpdateSetSource<typeof messages>) =>
    db.transaction(async (tx) => {
      const [row] = await tx
        .update(messages)
        .set({ ...changes, writtenBy: null })
        .where(isWritten(id, writtenBy))
        .returning()
      if (row?.status === 'complete') await emitAnswered(tx, row)
      return row ?? null
    }),

  /** Marks an answer whose writer does not respond as stopped, unless it has ended or been taken over since. */
  async stop(id: string, writtenBy: string | null) {
    await db.update(messages).set({ status: 'stopped' }).where(isInProgress(id, writtenBy))
  },

  /** Leaves an unfinished answer to the first process that takes it over. */
  async leave(id: string, writtenBy: string | null) {
    await db.update(messages).set({ writtenBy: null }).where(isWritten(id, writtenBy))
  },

  /** Empties an answer whose process is gone, and assigns it to this one; null if there is none. */
  async takeOver(processId: string) {
    const next = db
      .select({ id: messages.id })
      .from(messages)
      .where(and(isAbandoned, lt(messages.takeovers, TAKEOVERS_MAX)))
      .limit(1)
      .for('update', { skipLocked: true })
    const [row] = await db
      .update(messages)
      .set({
        content: '',
        citations: [],
        writtenBy: processId,
        takeovers: sql`${messages.takeovers} + 1`,
      })
      .where(eq(messages.id, sql`(${next})`))
      .returning()
    return row ?? null
  },

  /** Marks answers that were taken over too often as failed. */
  failAbandoned: (error: ApiError) =>
    db
      .update(messages)
      .set({ status: 'failed', error })
      .where(and(isAbandoned, gte(messages.takeovers, TAKEOVERS_MAX)))
      .returning(),

  /** Model usage added to the answer's earlier usage, as changes for `end`. */
  addedUses: (uses: ModelUse[]) => {
    if (uses.length === 0) return {}
    const sum = (kind: keyof TokenUsage) => uses.reduce((total, use) => total + use[kind], 0)
    return {
      promptTokens: sql`coalesce(${messages.promptTokens}, 0) + ${sum('prompt')}`,
      completionTokens: sql`coalesce(${messages.completionTokens}, 0) + ${sum('completion')}`,
      modelUses: sql`${messages.modelUses} || ${JSON.stringify(uses)}::jsonb`,
    }
  },

  /** Marks every answer in progress as failed. */
  failUnfinished: (error: ApiError) =>
    db.update(messages).set({ status: 'failed', error }).where(eq(messages.status, 'streaming')),
})

/** An answer that found nothing is a gap, and also announced as one. */
async function emitAnswered(tx: Tx, { id, conversationId, answered }: MessageRow) {
  const [of] = await tx
    .select({ assistantId: conversations.integrationId, channel: conversations.channel })
    .from(conversations)
    .where(eq(conversations.id, conversationId))
  if (!of) return
  const data = {
    conversation_id: conversationId,
    message_id: id,
    assistant_id: of.assistantId,
    channel: of.channel,
    answered,
  }
  const organization = openOrganizationOf(of.assistantId)
  await emit(tx, organization, 'conversation.answered', data)
  if (answered === false) await emit(tx, organization, 'answer.unanswered', data)
}
