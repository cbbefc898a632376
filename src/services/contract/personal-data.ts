import * as z from 'zod/mini'
import { EMAIL_MAX, Id, nonBlank, Timestamp } from './common.ts'

/** Kinds of data about people: each is a file of the export. */
export const PersonalKind = z.enum([
  'account',
  'membership',
  'groups',
  'invitations',
  'conversations',
  'ratings',
  'visits',
  'replies',
  'work',
  'notifications',
  'webhooks',
  'mails',
  'feedback',
  'audit',
])
export type PersonalKind = z.infer<typeof PersonalKind>

/** `unnamed`: it is kept without its owner. */
export const Fate = z.enum(['deleted', 'unnamed', 'kept'])
export type Fate = z.infer<typeof Fate>

/**
 * The person: an email address, the id of an account, of a visitor or of one of their conversations, or the id in a
 * signed identity.
 */
export const Whom = z.object({ who: nonBlank(EMAIL_MAX) })
export type Whom = z.infer<typeof Whom>

/** POST /api/v1/organizations/{id}/personal-data: the data that the organization keeps about one person. */
export const PersonalData = z.object({
  /** Their name from their account, otherwise from a request for a person; '' if neither has one. */
  name: z.string(),
  emails: z.array(z.string()),
  /** Kinds with at least one record; empty if nothing is kept. */
  kept: z.array(z.object({ kind: PersonalKind, count: z.int(), fate: Fate })),
  /** Why the caller cannot erase them. */
  blocked_by: z.nullable(z.enum(['self', 'owner', 'last_owner'])),
})
export type PersonalData = z.infer<typeof PersonalData>

/** An erasure and its receipt, which does not say who was erased. */
export const Erasure = z.object({
  id: Id,
  /** Deleted conversations, and their total. */
  done: z.int(),
  total: z.int(),
  requested_at: Timestamp,
  /** Null while it is in progress. */
  finished_at: z.nullable(Timestamp),
  /** The requester's name; '' once they are erased themselves. */
  requested_by: z.string(),
  erased: z.array(z.object({ kind: PersonalKind, count: z.int(), fate: Fate })),
})
export type Erasure = z.infer<typeof Erasure>

/** GET /api/v1/organizations/{id}/erasures: the newest first. */
export const Erasures = z.array(Erasure)
