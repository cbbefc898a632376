import * as z from 'zod/mini'
import { Id, nonBlank, Timestamp, text, Uuid } from './common.ts'
import { AnswerMode } from './conversations.ts'

/** GET /api/v1/system: facts about this installation, and the caller's rights on it. */
export const System = z.object({
  version: z.string(),
  database: z.enum(['embedded', 'postgresql']),
  /** `model` is used if an assistant names none; `offered` are the alternatives that it can name, by `id`. */
  answers: z.object({
    mode: AnswerMode,
    model: z.nullable(z.string()),
    offered: z.array(z.object({ id: z.string(), model: z.string(), provider: z.nullable(z.string()) })),
  }),
  /** Named in ADMINISTRATORS: can read the feedback about it. */
  is_administrator: z.boolean(),
  /** Whether conversations can be handed over to people. */
  inbox: z._default(z.boolean(), false),
  /** `kept`: no mail server is set, and mails are kept on the outbox page whose address the server prints. */
  mails: z.enum(['sent', 'kept']),
  embeddings: z.object({ model: z.string(), dimensions: z.int() }),
})
export type System = z.infer<typeof System>

export const FEEDBACK_MAX = 2000

/** POST /api/v1/feedback: to the installation's administrators. `page` is the path that was shown. */
export const NewFeedback = z.object({
  message: nonBlank(FEEDBACK_MAX),
  page: z._default(text(300), ''),
  organization_id: z._default(z.nullable(Uuid), null),
})
export type NewFeedback = z.input<typeof NewFeedback>

/** One entry of feedback; a name is null if its account or organization is deleted. */
export const Feedback = z.object({
  id: Id,
  message: z.string(),
  page: z.string(),
  author_email: z.nullable(z.string()),
  organization_name: z.nullable(z.string()),
  created_at: Timestamp,
})
export type Feedback = z.infer<typeof Feedback>

/** GET /api/v1/feedback: newest first, at most 200, for administrators of the installation only. */
export const FeedbackList = z.array(Feedback)
