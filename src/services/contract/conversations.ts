import * as z from 'zod/mini'
import { QUESTION_MAX } from './asking.ts'
import {
  ApiError,
  Day,
  Id,
  list,
  Moment,
  name,
  nonBlank,
  Span,
  Timestamp,
  TimeZone,
  text,
  Uuid,
} from './common.ts'

/**
 * A numbered source of one answer, stored with the message, so that it reads the same after a reload. `quote`
 * is a literal part of the passage at `char_start`..`char_end` of the document's extracted text; `passage_id`
 * is null once the document is deleted.
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

/** PUT /api/v1/messages/{id}/feedback; DELETE takes it back. Both return the message. */
export const AnswerFeedback = z.object({
  rating: z.enum(['up', 'down']),
  reason: z.nullable(FeedbackReason),
  comment: text(FEEDBACK_COMMENT_MAX),
})
export type AnswerFeedback = z.infer<typeof AnswerFeedback>

/** How many of the used documents could be searched for an answer. */
export const Readiness = z.object({ ready: z.int(), total: z.int() })
export type Readiness = z.infer<typeof Readiness>

/** A model that was asked for an answer; `failed` is the code of its failure, null if it answered. */
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
  /** False if the documents do not contain the answer; null for questions. */
  answered: z.nullable(z.boolean()),
  mode: z.nullable(AnswerMode),
  /** The model that wrote it; `attempts` also contains those that failed before it. */
  model: z.nullable(z.string()),
  attempts: z._default(z.array(ModelAttempt), []),
  /** The model reached the token limit of an answer before it was finished. */
  cut_off: z._default(z.boolean(), false),
  passages_searched: z.int(),
  /**
   * While some were still being read; null if all were ready, and for questions. An empty answer that is
   * `streaming` waits for them.
   */
  readiness: z._default(z.nullable(Readiness), null),
  /** The published version that answered; null for the draft, and for questions. */
  config_version: z.nullable(z.int()),
  latency_ms: z.nullable(z.object({ first_token: z.nullable(z.int()), total: z.nullable(z.int()) })),
  error: z.nullable(ApiError),
  /** Sentences of the content that no passage supports, in UTF-16 units, in order. */
  unsupported: z.array(Span),
  feedback: z.nullable(AnswerFeedback),
  /** Its text and sources are withheld: they come from knowledge bases that the reader cannot read. */
  withheld: z._default(z.boolean(), false),
  created_at: Timestamp,
})
export type Message = z.infer<typeof Message>

/** Services from which people write to an assistant: each is a folder in server/visitors/channels. */
export const ConnectedKind = z.enum(['slack', 'mail'])
export type ConnectedKind = z.infer<typeof ConnectedKind>

/**
 * Members ask in the Playground and in Chat, programs over the API, visitors on the public page and its frame, or
 * elsewhere.
 */
export const Channel = z.enum(['playground', 'chat', 'share', 'embed', 'api', ...ConnectedKind.options])
export type Channel = z.infer<typeof Channel>

/** Answers are sent there as a whole, once written. */
export const isConnected = (channel: Channel) => ConnectedKind.safeParse(channel).success

/** Asked by someone without an account. */
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
  /** Thumbs on its answers. */
  liked: z.int(),
  disliked: z.int(),
  /** Answers that found nothing in the documents, or failed. */
  unanswered: z.int(),
  started_at: Timestamp,
  last_message_at: Timestamp,
})
export type Conversation = z.infer<typeof Conversation>

export const CONVERSATIONS_PAGE = 30
export const CONVERSATIONS_PAGE_MAX = 100

/** `answered=no`: one of its answers found nothing in the documents, or failed. `q` searches its messages and those of a hand-over. */
export const ConversationFilter = z.object({
  /** Limits an organization’s conversations to one assistant. */
  integration: z.optional(Uuid),
  channel: z.optional(Channel),
  /** Days of the last message, both included, such as `2026-01-31`; they begin at midnight in `time_zone`. */
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

/** The configuration that answers: an assistant’s draft or its published version. */
export const Answering = z.enum(['draft', 'published'])
export type Answering = z.infer<typeof Answering>

/** POST /api/v1/messages/{id}/retry: `wait` answers once the documents being read can be searched. */
export const RetryQuery = z.object({ wait: z._default(z.enum(['true', 'false']), 'false') })

/**
 * GET /api/v1/integrations/{id}/conversations?… and /api/v1/organizations/{id}/conversations?…; `before` is the id of
 * the last known one, `before_at` its `last_message_at`: if it has moved or is gone, the page begins where it was.
 */
export const ConversationQuery = z.extend(ConversationFilter, {
  time_zone: TimeZone,
  /** Those that the caller began. */
  mine: z._default(z.enum(['true', 'false']), 'false'),
  /** Those answered by this configuration. */
  config: z.optional(Answering),
  before: z.optional(Uuid),
  before_at: z.optional(Moment),
  limit: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(CONVERSATIONS_PAGE_MAX)),
    CONVERSATIONS_PAGE,
  ),
})
export type ConversationQuery = Partial<z.output<typeof ConversationQuery>>

/** Newest first; `total` counts those that match the filter. */
export const ConversationPage = z.object({
  items: z.array(Conversation),
  total: z.int(),
  has_more: z.boolean(),
})
export type ConversationPage = z.infer<typeof ConversationPage>

/**
 * GET /api/v1/integrations/{id}/conversations/export?…, and of an organization: a file of the conversations that match
 * the filter, with all messages and what visitors and the team wrote after a hand-over.
 */
export const ConversationExport = z.extend(ConversationFilter, {
  time_zone: TimeZone,
  format: z.enum(['csv', 'jsonl']),
})

/**
 * PATCH /api/v1/conversations/{id}. With `known_tags`, the tags as last read, only what differs from them is changed:
 * what others have changed since stays.
 */
export const ConversationPatch = z.partial(
  z.object({
    title: name(CONVERSATION_TITLE_MAX),
    tags: list(name(TAG_MAX), TAGS_MAX),
    known_tags: list(name(TAG_MAX), TAGS_MAX),
  }),
)
export type ConversationPatch = z.infer<typeof ConversationPatch>

/**
 * GET /api/v1/conversations/{id}; messages oldest first. `may_change` says whether the caller may change it or
 * remove something from it: its last answer by a retry, its last question by another.
 */
export const ConversationDetail = z.object({
  conversation: Conversation,
  messages: z.array(Message),
  may_change: z._default(z.boolean(), true),
})
export type ConversationDetail = z.infer<typeof ConversationDetail>

/**
 * POST /api/v1/integrations/{id}/messages; a missing or null `conversation_id` begins a conversation. `replaces` is its
 * last question, which is removed with its answer. Takes an `Idempotency-Key`.
 */
export const Question = z.object({
  content: nonBlank(QUESTION_MAX),
  conversation_id: z._default(z.nullable(Uuid), null),
  replaces: z.optional(z.nullable(Uuid)),
  /** The configuration that answers; in Chat always the published one. */
  config: z._default(Answering, 'published'),
  /** Where a new conversation begins. */
  channel: z._default(z.enum(['playground', 'chat']), 'playground'),
})
export type Question = z.input<typeof Question>

/** Response of asking and POST /api/v1/messages/{id}/retry: the text follows over the integration's socket. */
export const Asked = z.object({ conversation: Conversation, question: Message, answer: Message })
export type Asked = z.infer<typeof Asked>

/**
 * POST /api/v1/integrations/{id}/ask: waits for the answer, or streams it as Server-Sent Events (`stream`, or
 * `Accept: text/event-stream`). Without `conversation_id`, it begins a conversation.
 */
export const WaitingQuestion = z.object({
  content: nonBlank(QUESTION_MAX),
  conversation_id: z._default(z.nullable(Uuid), null),
  config: z._default(Answering, 'published'),
  stream: z._default(z.boolean(), false),
})
export type WaitingQuestion = z.input<typeof WaitingQuestion>
