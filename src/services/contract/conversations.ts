import * as z from 'zod/mini'
import { ApiError, Day, Id, list, name, nonBlank, Span, Timestamp, TimeZone, text, Uuid } from './common.ts'
import { QUESTION_MAX } from './question-max.ts'

export { QUESTION_MAX } from './question-max.ts'

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

export const FEEDBACK_COMMENT_MAX = 1000
/** Why an answer did not help. */
export const FeedbackReason = z.enum(['wrong', 'out_of_date', 'missing', 'wrong_source', 'tone'])
export type FeedbackReason = z.infer<typeof FeedbackReason>

/** PUT /api/v1/messages/{id}/feedback; DELETE takes it back. Both answer with the message. */
export const AnswerFeedback = z.object({
  rating: z.enum(['up', 'down']),
  reason: z.nullable(FeedbackReason),
  comment: text(FEEDBACK_COMMENT_MAX),
})
export type AnswerFeedback = z.infer<typeof AnswerFeedback>

/** How many of the documents in use could be searched for an answer. */
export const Readiness = z.object({ ready: z.int(), total: z.int() })
export type Readiness = z.infer<typeof Readiness>

/** A model that was asked for an answer; `failed` is the code of why it wrote none, null where it did. */
export const ModelAttempt = z.object({
  model: z.string(),
  provider: z.nullable(z.string()),
  failed: z.nullable(z.string()),
})
export type ModelAttempt = z.infer<typeof ModelAttempt>

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
  /** The one that wrote it; `attempts` also holds those that failed before it. */
  model: z.nullable(z.string()),
  attempts: z._default(z.array(ModelAttempt), []),
  /** The model has reached the limit of tokens of an answer, and would have written more. */
  cut_off: z._default(z.boolean(), false),
  passages_searched: z.int(),
  /**
   * While some were still being read; null where all were ready, and for questions. An empty answer that is
   * `streaming` waits for them.
   */
  readiness: z._default(z.nullable(Readiness), null),
  /** The published version that an answer was made with; null for the draft, and for questions. */
  config_version: z.nullable(z.int()),
  latency_ms: z.nullable(z.object({ first_token: z.nullable(z.int()), total: z.nullable(z.int()) })),
  error: z.nullable(ApiError),
  /** Sentences of the content that no passage supports, in UTF-16 units, in order. */
  unsupported: z.array(Span),
  feedback: z.nullable(AnswerFeedback),
  /** Its words and sources are left out: they come from knowledge bases that the reader may not read. */
  withheld: z._default(z.boolean(), false),
  created_at: Timestamp,
})
export type Message = z.infer<typeof Message>

/** Where people ask by writing to an assistant from elsewhere: each is a folder in server/visitors/channels. */
export const ConnectedKind = z.enum(['slack', 'mail'])
export type ConnectedKind = z.infer<typeof ConnectedKind>

/** Members ask in the Playground and in Chat, programs over the API, visitors on the public page and its frame, or from elsewhere. */
export const Channel = z.enum(['playground', 'chat', 'share', 'embed', 'api', ...ConnectedKind.options])
export type Channel = z.infer<typeof Channel>

/** Answers go there as a whole, once they are written. */
export const isConnected = (channel: Channel) => ConnectedKind.safeParse(channel).success

/** Asked by somebody without an account. */
export const isVisited = (channel: Channel) =>
  channel === 'share' || channel === 'embed' || isConnected(channel)

export const CONVERSATION_SEARCH_MAX = 200
export const CONVERSATION_TITLE_MAX = 80
export const TAG_MAX = 30
export const TAGS_MAX = 10

export const Conversation = z.object({
  id: Id,
  integration_id: Id,
  channel: Channel,
  title: z.string(),
  message_count: z.int(),
  tags: z.array(z.string()),
  /** Thumbs that its answers got. */
  liked: z.int(),
  disliked: z.int(),
  /** Answers that said that the documents do not tell, or failed. */
  unanswered: z.int(),
  started_at: Timestamp,
  last_message_at: Timestamp,
})
export type Conversation = z.infer<typeof Conversation>

export const CONVERSATIONS_PAGE = 30
export const CONVERSATIONS_PAGE_MAX = 100

/** `answered=no`: an answer of it said that the documents do not tell, or failed. `q` is looked for in its messages. */
export const ConversationFilter = z.object({
  /** Of an organization's conversations, those with one assistant. */
  integration: z.optional(Uuid),
  channel: z.optional(Channel),
  /** Days of the last message, both included, as `2026-01-31`; they begin at midnight of `time_zone`. */
  from: z.optional(Day),
  to: z.optional(Day),
  rating: z.optional(z.enum(['up', 'down'])),
  answered: z.optional(z.enum(['yes', 'no'])),
  tag: z.optional(text(TAG_MAX)),
  q: z.optional(text(CONVERSATION_SEARCH_MAX)),
})
export type ConversationFilter = z.infer<typeof ConversationFilter>

/** Those with one assistant, or all of an organization. */
export type ConversationScope =
  | { readonly integrationId: string }
  | { readonly integrationId: null; readonly organizationId: string }

/** What answers: the draft of an assistant, or what is published of it. */
export const Answering = z.enum(['draft', 'published'])
export type Answering = z.infer<typeof Answering>

/** POST /api/v1/messages/{id}/retry: `wait` answers once the documents that are being read can be searched. */
export const RetryQuery = z.object({ wait: z._default(z.enum(['true', 'false']), 'false') })

/** GET /api/v1/integrations/{id}/conversations?… and /api/v1/organizations/{id}/conversations?…; `before` is the id of the last one that is known. */
export const ConversationQuery = z.extend(ConversationFilter, {
  time_zone: TimeZone,
  /** Those that the asker began. */
  mine: z._default(z.enum(['true', 'false']), 'false'),
  /** Those that were answered so. */
  config: z.optional(Answering),
  before: z.optional(Uuid),
  limit: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(CONVERSATIONS_PAGE_MAX)),
    CONVERSATIONS_PAGE,
  ),
})
export type ConversationQuery = Partial<z.output<typeof ConversationQuery>>

/** Newest first; `total` counts those that the filter lets through. */
export const ConversationPage = z.object({
  items: z.array(Conversation),
  total: z.int(),
  has_more: z.boolean(),
})
export type ConversationPage = z.infer<typeof ConversationPage>

/** GET /api/v1/integrations/{id}/conversations/export?…, and of an organization: a file of every message that the filter lets through. */
export const ConversationExport = z.extend(ConversationFilter, {
  time_zone: TimeZone,
  format: z.enum(['csv', 'jsonl']),
})

/** PATCH /api/v1/conversations/{id} */
export const ConversationPatch = z.partial(
  z.object({
    title: name(CONVERSATION_TITLE_MAX),
    tags: list(name(TAG_MAX), TAGS_MAX),
  }),
)
export type ConversationPatch = z.infer<typeof ConversationPatch>

/**
 * GET /api/v1/conversations/{id}; messages oldest first. `may_change` says whether the caller may change it or take
 * something away from it: its last answer by a retry, its last question by another.
 */
export const ConversationDetail = z.object({
  conversation: Conversation,
  messages: z.array(Message),
  may_change: z._default(z.boolean(), true),
})
export type ConversationDetail = z.infer<typeof ConversationDetail>

/**
 * POST /api/v1/integrations/{id}/messages; without `conversation_id`, or with null, a conversation begins. `replaces` is the last
 * question of it, which goes with its answer. Takes an `Idempotency-Key`.
 */
export const Question = z.object({
  content: nonBlank(QUESTION_MAX),
  conversation_id: z._default(z.nullable(Uuid), null),
  replaces: z.optional(z.nullable(Uuid)),
  /** With which configuration it is answered; in Chat always the published one. */
  config: z._default(Answering, 'published'),
  /** Where a new conversation is begun. */
  channel: z._default(z.enum(['playground', 'chat']), 'playground'),
})
export type Question = z.input<typeof Question>

/** Answer of asking and of POST /api/v1/messages/{id}/retry: the text follows over the integration's socket. */
export const Asked = z.object({ conversation: Conversation, question: Message, answer: Message })
export type Asked = z.infer<typeof Asked>

/**
 * POST /api/v1/integrations/{id}/ask: waits for the answer, or streams it as Server-Sent Events (`stream`, or
 * `Accept: text/event-stream`). No `conversation_id` begins a conversation.
 */
export const WaitingQuestion = z.object({
  content: nonBlank(QUESTION_MAX),
  conversation_id: z._default(z.nullable(Uuid), null),
  config: z._default(Answering, 'published'),
  stream: z._default(z.boolean(), false),
})
export type WaitingQuestion = z.input<typeof WaitingQuestion>
