import * as z from 'zod/mini'
import { Id, nonBlank, Timestamp, text, Uuid } from './common.ts'

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
