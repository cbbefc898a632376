import { type SQLWrapper, sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { GapStatus } from '../../../../src/services/contract/analytics.ts'
import type { ApiError } from '../../../../src/services/contract/common.ts'
import type {
  AnswerFeedback,
  Citation,
  Conversation,
  Message,
  ModelAttempt,
  Readiness,
} from '../../../../src/services/contract/conversations.ts'
import { users } from './accounts.ts'
import { at, keyOf, partOf } from './columns.ts'
import { integrations } from './integrations.ts'
import { bytea, documents } from './knowledge.ts'
import { organizations } from './organizations.ts'
import { visitors } from './share.ts'

/** Tokens used by one call of a model; without a price it has no cost. */
export type ModelUse = {
  prompt: number
  completion: number
  model: string
  /** Null for the operator's own model server. */
  provider: string | null
  of: 'operator' | 'organization'
  cost: { amount: number; currency: string } | null
  /** The model reported no usage: it broke off, was stopped, or never reports it. */
  isEstimated?: true
}

/** Characters of scripts without spaces between words: Thai to Burmese, Khmer, Japanese, Chinese, and full-width ones. */
export const UNSPACED = /[\u0e00-\u109f\u1780-\u17ff\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]/
const BETWEEN_WORDS = sql.raw(
  String.raw`'[!-/:-@\u005b-\u0060{-~\u00a0\u00a1\u00ab\u00bb\u00bf\u2010-\u203a]|${UNSPACED.source}'`,
)

/**
 * The words that a search matches; the index works only with this exact expression. What PostgreSQL would take for one
 * word, such as an address, is divided first, as a search is. Scripts without spaces are left out.
 */
export const wordsOf = (content: SQLWrapper) =>
  sql`to_tsvector('simple', regexp_replace(${content}, ${BETWEEN_WORDS}, ' ', 'g'))`

export const conversations = pgTable(
  'conversations',
  {
    id: uuid().primaryKey().defaultRandom(),
    integrationId: partOf(() => integrations.id),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Who asked from a public page, until they are erased; there is no user then. */
    visitorId: uuid().references(() => visitors.id, { onDelete: 'set null' }),
    channel: text().$type<Conversation['channel']>().notNull(),
    title: text().notNull(),
    tags: text().array().notNull().default([]),
    startedAt: at().notNull().defaultNow(),
    lastMessageAt: at().notNull().defaultNow(),
  },
  (table) => [
    index('conversations_integration').on(table.integrationId, table.lastMessageAt),
    index('conversations_visitor').on(table.visitorId, table.lastMessageAt),
  ],
)

export const messages = pgTable(
  'messages',
  {
    id: uuid().primaryKey().defaultRandom(),
    conversationId: partOf(() => conversations.id),
    position: integer().notNull(),
    role: text().$type<Message['role']>().notNull(),
    content: text().notNull(),
    status: text().$type<Message['status']>().notNull(),
    citations: jsonb().$type<Citation[]>().notNull().default([]),
    answered: boolean(),
    mode: text().$type<NonNullable<Message['mode']>>(),
    model: text(),
    passagesSearched: integer().notNull().default(0),
    readiness: jsonb().$type<Readiness>(),
    configVersion: integer(),
    /** Knowledge bases that its words may come from: only readers of all of them can read it. */
    readFrom: uuid().array().notNull().default([]),
    /** Likewise for documents. If one was restricted when it was deleted, `read_from` holds it instead. */
    documentsRead: uuid().array().notNull().default([]),
    firstTokenMs: integer(),
    totalMs: integer(),
    /** Tokens that models reported, including retries; null if none did. */
    promptTokens: integer(),
    completionTokens: integer(),
    /** The same per call, with the price at the time; empty for older rows. */
    modelUses: jsonb().$type<ModelUse[]>().notNull().default([]),
    /** Models called for the answer, in order. */
    attempts: jsonb().$type<(ModelAttempt & { isCut?: boolean })[]>().notNull().default([]),
    error: jsonb().$type<ApiError>(),
    /** Sentences that no passage supports. */
    unsupported: jsonb().$type<Message['unsupported']>().notNull().default([]),
    feedback: jsonb().$type<AnswerFeedback>(),
    /** The process that is writing it. */
    writtenBy: uuid(),
    /** How often another process had to restart it; beyond the maximum if none can. */
    takeovers: integer().notNull().default(0),
    createdAt: at().notNull().defaultNow(),
  },
  (table) => [
    index('messages_conversation').on(table.conversationId, table.position),
    index('messages_unfinished').on(table.writtenBy).where(sql`${table.status} = 'streaming'`),
    index('messages_read_from').using('gin', table.readFrom),
    index('messages_documents_read').using('gin', table.documentsRead),
    index('messages_words').using('gin', wordsOf(table.content)),
  ],
)

/** Feedback about Lectern; it outlives its author's account and organization. */
export const feedback = pgTable(
  'feedback',
  {
    id: uuid().primaryKey().defaultRandom(),
    message: text().notNull(),
    page: text().notNull(),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    organizationId: uuid().references(() => organizations.id, { onDelete: 'set null' }),
    createdAt: at().notNull().defaultNow(),
  },
  (table) => [index('feedback_created').on(table.createdAt)],
)

/** The documents found for an answer, and those that it cites. */
export const documentUses = pgTable(
  'document_uses',
  {
    answerId: partOf(() => messages.id),
    documentId: partOf(() => documents.id),
    cited: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.answerId, table.documentId] }),
    index('document_uses_document').on(table.documentId),
  ],
)

/**
 * A question that the documents could not answer; `embedding` is the question's, as for passages. It is empty, without a
 * model, if the model did not respond.
 */
export const gaps = pgTable('gaps', {
  answerId: keyOf(() => messages.id),
  embedding: bytea().notNull(),
  embeddingModel: text(),
  status: text().$type<GapStatus>().notNull().default('open'),
})
