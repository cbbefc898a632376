import * as z from 'zod/mini'
import { Id, list, Timestamp, TimeZone, Uuid } from './common.ts'
import { Conversation } from './conversations.ts'
import { OfferedModel } from './models.ts'

/** Number of days back, including today; days begin at midnight in `time_zone`. */
export const Period = z.object({
  days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(365)), 30),
  time_zone: TimeZone,
})
export type Period = z.infer<typeof Period>

/** Questions of one day by outcome; the rest were stopped, failed, or are being answered. */
export const DayOfQuestions = z.object({
  /** `2026-01-31` */
  date: z.string(),
  questions: z.int(),
  answered: z.int(),
  unanswered: z.int(),
})
export type DayOfQuestions = z.infer<typeof DayOfQuestions>

/** Tokens that models read and wrote, and their cost at the prices of that time, per currency. */
export const Spent = z.object({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  /** Partly estimated: answers that broke off, and models that do not report their use. */
  is_estimated: z._default(z.boolean(), false),
  costs: z.array(z.object({ amount: z.number(), currency: z.string() })),
})
export type Spent = z.infer<typeof Spent>

const { model, provider, of } = OfferedModel.shape
const usedModel = { model, provider, of }

/**
 * GET /api/v1/organizations/{id}/usage/series: questions by day (without gaps), assistant and channel, and the
 * models' usage for them.
 */
export const UsageSeries = z.object({
  days: z.array(z.extend(DayOfQuestions, { spent: Spent })),
  by_integration: z.array(
    z.object({ integration_id: Id, name: z.string(), questions: z.int(), spent: Spent }),
  ),
  by_channel: z.array(z.object({ channel: Conversation.shape.channel, questions: z.int(), spent: Spent })),
  by_model: z.array(z.object({ ...usedModel, spent: Spent })),
  spent: Spent,
})
export type UsageSeries = z.infer<typeof UsageSeries>

/** A document's share in the answers of the period. */
export const SourceUse = z.object({
  document_id: Id,
  name: z.string(),
  knowledge_base_id: Id,
  knowledge_base_name: z.string(),
  /** Answers for which it was found, and those that cite it. */
  retrieved: z.int(),
  cited: z.int(),
  /** Thumbs on the answers that cite it. */
  liked: z.int(),
  disliked: z.int(),
  /** Within the period. */
  last_retrieved_at: z.nullable(Timestamp),
})
export type SourceUse = z.infer<typeof SourceUse>

/** GET /api/v1/organizations/{id}/sources: every ready document, the most cited first. */
export const SourceAnalytics = z.object({ documents: z.array(SourceUse), days: z.array(DayOfQuestions) })
export type SourceAnalytics = z.infer<typeof SourceAnalytics>

export const GapStatus = z.enum(['open', 'fixed', 'ignored'])
export type GapStatus = z.infer<typeof GapStatus>

/** Unanswered questions that are read at once: they can all be of one gap, and a request lists at most 1,000. */
export const GAP_ANSWERS_MAX = 900
/** Unanswered repeats of the question, which join a gap while it is improved. */
const ASKED_AGAIN_MAX = 100

/** Unanswered questions with the same meaning; `answer_ids` are their answers. */
export const Gap = z.object({
  answer_ids: z.array(Id),
  question: z.string(),
  /** Other wordings of the question. */
  examples: z.array(z.string()),
  integration_id: Id,
  integration_name: z.string(),
  last_asked_at: Timestamp,
})
export type Gap = z.infer<typeof Gap>

/** GET /api/v1/organizations/{id}/gaps?status=open: the most asked first. */
export const GapList = z.array(Gap)

/** PATCH /api/v1/organizations/{id}/gaps */
export const GapPatch = z.object({
  answer_ids: list(Uuid, GAP_ANSWERS_MAX + ASKED_AGAIN_MAX, 1),
  status: GapStatus,
})
export type GapPatch = z.infer<typeof GapPatch>
