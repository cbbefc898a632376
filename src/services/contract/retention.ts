import * as z from 'zod/mini'
import { list, Timestamp, Uuid } from './common.ts'
import { Channel } from './conversations.ts'

export const RETENTION_DAYS_MAX = 3650
export const RETENTION_RULES_MAX = 100

/** Since what was said last; null: for good. */
const Days = z.nullable(z.int().check(z.minimum(1), z.maximum(RETENTION_DAYS_MAX)))

/** Of an assistant, a channel, or both. */
export const RetentionRule = z.object({
  integration_id: z.nullable(Uuid),
  channel: z.nullable(Channel),
  days: Days,
})
export type RetentionRule = z.infer<typeof RetentionRule>

/**
 * GET, PUT /api/v1/organizations/{id}/retention: how long conversations are kept. Of the rules that name a
 * conversation that of its assistant and channel holds, else that of its assistant, else that of its channel, else the
 * default.
 */
export const Retention = z.object({ default_days: Days, rules: list(RetentionRule, RETENTION_RULES_MAX) })
export type Retention = z.infer<typeof Retention>

/** POST /api/v1/organizations/{id}/retention/preview: what such rules would delete now. */
export const RetentionPreview = z.object({
  conversations: z.int(),
  /** Those of them that a person was asked for. */
  handovers: z.int(),
  /** When in the oldest of them something was said last. */
  oldest: z.nullable(Timestamp),
})
export type RetentionPreview = z.infer<typeof RetentionPreview>
