import * as z from 'zod/mini'
import { CodedText } from './coded-text.ts'
import { Day, Id, Timestamp, TimeZone, text, Uuid } from './common.ts'
import type { SignInProblem } from './single-sign-on.ts'

/** Actions of the audit log: the subject before the dot, then what happened to it. */
export const AuditAction = z.enum([
  'login.succeeded',
  'login.failed',
  'account.email_confirmed',
  'account.password_changed',
  'account.password_reset',
  'account.two_factor_on',
  'account.two_factor_off',
  'account.backup_codes_renewed',
  'account.disabled',
  'account.enabled',
  'account.taken_over',
  'account.deleted',
  'organization.created',
  'organization.changed',
  'organization.transferred',
  'organization.deleted',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'member.left',
  'group.created',
  'group.changed',
  'group.deleted',
  'invitation.sent',
  'invitation.resent',
  'invitation.revoked',
  'invitation.declined',
  'api_key.created',
  'api_key.deleted',
  'plan.ordered',
  'plan.planned',
  'plan.withdrawn',
  'plan.changed',
  'plan.billing_details',
  'plan.renewal_stopped',
  'plan.renewal_resumed',
  'assistant.created',
  'assistant.changed',
  'assistant.published',
  'assistant.public_page',
  'assistant.handover',
  'assistant.identity_secret',
  'assistant.readers_changed',
  'assistant.deleted',
  'knowledge_base.created',
  'knowledge_base.changed',
  'knowledge_base.readers_changed',
  'document.readers_changed',
  'knowledge_base.published',
  'knowledge_base.deleted',
  'document.changed',
  'document.deleted',
  'document.restored',
  'source.added',
  'source.changed',
  'source.deleted',
  'conversation.deleted',
  'retention.changed',
  'retention.deleted',
  'person.exported',
  'person.erasure_begun',
  'person.erased',
  'channel.connected',
  'channel.changed',
  'channel.removed',
  'webhook.created',
  'webhook.changed',
  'webhook.secret_rotated',
  'webhook.deleted',
  'single_sign_on.changed',
  'single_sign_on.removed',
  'single_sign_on.enforced',
  'single_sign_on.not_enforced',
  'single_sign_on.domain_added',
  'single_sign_on.domain_verified',
  'single_sign_on.domain_removed',
  'single_sign_on.domain_lost',
  'single_sign_on.refused',
  'single_sign_on.session_ended',
  'provisioning.token_created',
  'provisioning.token_deleted',
  'provisioning.user_created',
  'provisioning.user_updated',
  'provisioning.user_deleted',
  'provisioning.group_created',
  'provisioning.group_changed',
  'provisioning.group_deleted',
  'model_provider.created',
  'model_provider.changed',
  'model_provider.key_renewed',
  'model_provider.deleted',
  'export.conversations',
  'export.audit_log',
  'export.outcomes',
])
export type AuditAction = z.infer<typeof AuditAction>

/** Why something happened: the `reason` among the details of an entry. */
export type AuditReason =
  | SignInProblem
  | 'wrong_password'
  | 'wrong_code'
  | 'failing'
  | 'single_sign_on'
  | 'provisioning'
  | 'enforced'
  | 'refresh_refused'
  | 'provider_logout'
  | 'record_missing'
  | 'verified_by_another'
  | 'domain_lost'

/** Subjects of actions: a filter matches all actions of one. */
export const AuditSubject = z.enum([
  'login',
  'account',
  'organization',
  'member',
  'group',
  'invitation',
  'api_key',
  'plan',
  'assistant',
  'knowledge_base',
  'document',
  'source',
  'conversation',
  'retention',
  'person',
  'channel',
  'webhook',
  'single_sign_on',
  'provisioning',
  'model_provider',
  'export',
])
export type AuditSubject = z.infer<typeof AuditSubject>

/** `provider` manages members by SCIM, `visitor` has no account, `system` is the server or its operator. */
export const AuditActorKind = z.enum(['person', 'key', 'provider', 'visitor', 'system'])
export type AuditActorKind = z.infer<typeof AuditActorKind>

/** Names are as they were at that time. */
export const AuditEntry = z.object({
  id: Id,
  at: Timestamp,
  action: AuditAction,
  actor: z.object({
    kind: AuditActorKind,
    id: z.nullable(Id),
    name: z.string(),
    email: z.nullable(z.string()),
  }),
  /** The API key of the request. */
  api_key: z.nullable(z.object({ id: Id, name: z.string() })),
  target: z.nullable(z.object({ id: z.nullable(Id), name: z.string() })),
  /** Codes and names of settings, such as `role`, `fields` or `plan`; never contents. */
  details: z.record(z.string(), z.string()),
  address: z.string(),
  device: z.string(),
  device_said: z.optional(CodedText),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditPage = z.object({
  items: z.array(AuditEntry),
  has_more: z.boolean(),
  total: z.number(),
  /** How long the plan keeps entries. */
  kept_days: z.number(),
})
export type AuditPage = z.infer<typeof AuditPage>

export const AUDIT_SEARCH_MAX = 120

const filters = {
  /** Part of a name or an address, of the actor or the subject. */
  q: z.optional(text(AUDIT_SEARCH_MAX)),
  subject: z.optional(AuditSubject),
  /** Days, both included; they begin at midnight in `time_zone`. */
  from: z.optional(Day),
  to: z.optional(Day),
}

export const AuditFilter = z.object(filters)
export type AuditFilter = z.infer<typeof AuditFilter>

export const AuditExport = z.object({ ...filters, time_zone: TimeZone })
export type AuditExport = z.infer<typeof AuditExport>

export const AuditQuery = z.object({
  ...filters,
  time_zone: TimeZone,
  /** The id of the last entry of the previous page. */
  before: z.optional(Uuid),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
})
export type AuditQuery = z.infer<typeof AuditQuery>
