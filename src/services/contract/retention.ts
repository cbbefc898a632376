import * as z from 'zod/mini'
import { list, Timestamp, Uuid } from './common.ts'
import { Channel } from './conversations.ts'

export const RETENTION_DAYS_MAX = 3650
export const RETENTION_RULES_MAX = 100

/** Counted from the last message; null: kept indefinitely. */
const Days = z.nullable(z.int().check(z.minimum(1), z.maximum(RETENTION_DAYS_MAX)))

/** For an assistant, a channel, or both. */
export const RetentionRule = z.object({
  integration_id: z.nullable(Uuid),
  channel: z.nullable(Channel),
  days: Days,
})
export type RetentionRule = z.infer<typeof RetentionRule>

const daysOf = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z.nullable(z.int().check(z.minimum(min), z.maximum(max)))

/** Whole days; null: as without a rule. */
export const RECORD_DAYS = {
  /** The database refuses to delete younger entries; the plan may keep them for less than a rule says. */
  audit_days: { min: 30, max: RETENTION_DAYS_MAX },
  /** Documents that disappeared from their source, and can return with it until then. */
  deleted_document_days: { min: 1, max: 30 },
  /** Webhook deliveries. */
  delivery_days: { min: 1, max: 30 },
} as const
export type RecordRule = keyof typeof RECORD_DAYS

/**
 * GET /api/v1/organizations/{id}/retention: how long conversations and other records are kept. The most specific rule
 * applies: for the conversation's assistant and channel, then its assistant, then its channel, then the default.
 */
export const Retention = z.object({
  default_days: Days,
  rules: list(RetentionRule, RETENTION_RULES_MAX),
  audit_days: daysOf(RECORD_DAYS.audit_days),
  deleted_document_days: daysOf(RECORD_DAYS.deleted_document_days),
  delivery_days: daysOf(RECORD_DAYS.delivery_days),
})
export type Retention = z.infer<typeof Retention>

/** PUT …/retention and POST …/retention/preview: days of records that are left out stay as they are stored. */
export const RetentionChange = z.extend(Retention, {
  audit_days: z.exactOptional(Retention.shape.audit_days),
  deleted_document_days: z.exactOptional(Retention.shape.deleted_document_days),
  delivery_days: z.exactOptional(Retention.shape.delivery_days),
})
export type RetentionChange = z.infer<typeof RetentionChange>

/** POST /api/v1/organizations/{id}/retention/preview: what these rules would delete now. */
export const RetentionPreview = z.object({
  conversations: z.int(),
  /** Number of these in which a person was requested. */
  handovers: z.int(),
  /** Last message of the oldest of them. */
  oldest: z.nullable(Timestamp),
  audit_entries: z._default(z.int(), 0),
  documents: z._default(z.int(), 0),
  deliveries: z._default(z.int(), 0),
})
export type RetentionPreview = z.infer<typeof RetentionPreview>
