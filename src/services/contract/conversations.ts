import * as z from 'zod/mini'
import { ApiError, Id, nonBlank, Timestamp } from './common.ts'

/**
 * A numbered source of one answer, stored with the message, so that it reads the same after a reload.
 * `quote` is a literal part of the passage at `char_start`..`char_end` of the document's extracted text;
 * `passage_id` is null once the document is gone.
 */
export const Citation = z.object({
  n: z.int(),
  passage_id: z.nullable(Id),
  document_id: z.nullable(Id),
  document_name: z.string(),
  heading_path: z.array(z.string()),
  page: z.nullable(z.int()),
  content: z.string(),
  quote: z.string(),
  char_start: z.int(),
  char_end: z.int(),
  score: z.number(),
})
export type Citation = z.infer<typeof Citation>

export const MessageStatus = z.enum(['streaming', 'complete', 'stopped', 'failed'])
export type MessageStatus = z.infer<typeof MessageStatus>

/** `quoted`: the embedded answerer joined sentences of the documents; `model`: a language model wrote it. */
export const AnswerMode = z.enum(['quoted', 'model'])
export type AnswerMode = z.infer<typeof AnswerMode>

export const Message = z.object({
  id: Id,
  conversation_id: Id,
  role: z.enum(['user', 'assistant']),
  /** Markdown; citations as `[n]`. */
  content: z.string(),
  status: MessageStatus,
  citations: z.array(Citation),
  /** False when the documents do not hold the answer; null for questions. */
  answered: z.nullable(z.boolean()),
  mode: z.nullable(AnswerMode),
  model: z.nullable(z.string()),
  passages_searched: z.int(),
  /** The published version that an answer was made with; null for the draft, and for questions. */
  config_version: z.nullable(z.int()),
  latency_ms: z.nullable(z.object({ first_token: z.nullable(z.int()), total: z.nullable(z.int()) })),
  error: z.nullable(ApiError),
  created_at: Timestamp,
})
export type Message = z.infer<typeof Message>

export const Channel = z.enum(['playground', 'share', 'embed', 'api'])
export type Channel = z.infer<typeof Channel>

export const Conversation = z.object({
  id: Id,
  integration_id: Id,
  channel: Channel,
  title: z.string(),
  message_count: z.int(),
  started_at: Timestamp,
  last_message_at: Timestamp,
})
export type Conversation = z.infer<typeof Conversation>

/** GET /api/v1/integrations/{id}/conversations */
export const ConversationList = z.array(Conversation)

/** GET /api/v1/conversations/{id}; messages oldest first. */
export const ConversationDetail = z.object({ conversation: Conversation, messages: z.array(Message) })
export type ConversationDetail = z.infer<typeof ConversationDetail>

export const QUESTION_MAX = 4000

/** POST /api/v1/integrations/{id}/messages; no `conversation_id` begins a conversation. Takes an `Idempotency-Key`. */
export const Question = z.object({
  content: nonBlank(QUESTION_MAX),
  conversation_id: z.nullable(Id),
  /** With which configuration it is answered. */
  config: z._default(z.enum(['draft', 'published']), 'draft'),
})
export type Question = z.input<typeof Question>

/** Answer of asking and of POST /api/v1/messages/{id}/retry: the text follows over the integration's socket. */
export const Asked = z.object({ conversation: Conversation, question: Message, answer: Message })
export type Asked = z.infer<typeof Asked>
