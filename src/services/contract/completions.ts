import * as z from 'zod/mini'
import { exact, list, Uuid } from './common.ts'
import { Citation } from './conversations.ts'

const MESSAGES_MAX = 200
const MESSAGE_MAX = 50_000
const PARTS_MAX = 20

const TextPart = z.object({ type: z.literal('text'), text: exact(MESSAGE_MAX) })

const CompletionMessage = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  /** An assistant message with tool calls has no text. */
  content: z.optional(z.nullable(z.union([exact(MESSAGE_MAX), list(TextPart, PARTS_MAX)]))),
})
export type CompletionMessage = z.infer<typeof CompletionMessage>

/**
 * POST /v1/chat/completions, in OpenAI's shape; `model` is the id of an assistant. Other fields, such as a
 * temperature, are ignored: the assistant's settings apply. `conversation_id` continues a conversation.
 */
export const CompletionRequest = z.object({
  model: exact(100),
  messages: list(CompletionMessage, MESSAGES_MAX, 1),
  stream: z._default(z.nullable(z.boolean()), false),
  stream_options: z.optional(z.nullable(z.object({ include_usage: z.optional(z.boolean()) }))),
  conversation_id: z.optional(z.nullable(Uuid)),
})

const Usage = z.object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() })

/** The response of a completion; `citations` and `conversation_id` are additions to OpenAI's shape. */
export const Completion = z.object({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: z.int(),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.int(),
      message: z.object({ role: z.literal('assistant'), content: z.string(), refusal: z.null() }),
      logprobs: z.null(),
      finish_reason: z.enum(['stop', 'length']),
    }),
  ),
  usage: Usage,
  citations: z.array(Citation),
  conversation_id: z.string(),
})

/** GET /v1/models/{model}; `name` is an addition to OpenAI's shape. */
export const CompletionModel = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.int(),
  owned_by: z.string(),
  name: z.string(),
})

/** GET /v1/models */
export const ModelList = z.object({ object: z.literal('list'), data: z.array(CompletionModel) })
