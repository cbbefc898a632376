import * as z from 'zod/mini'
import { EMAIL_MAX, Id, nonBlank, Timestamp } from './common.ts'

/** What is kept about people, by kind: each is a file of the export. */
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

/** `unnamed`: it stays, and no longer says whose it was. */
export const Fate = z.enum(['deleted', 'unnamed', 'kept'])
export type Fate = z.infer<typeof Fate>

/** Whom it is about: an email address, the id of an account, of a visitor or of one of their conversations, or the id in a signed identity. */
export const Whom = z.object({ who: nonBlank(EMAIL_MAX) })
export type Whom = z.infer<typeof Whom>

/** POST /api/v1/organizations/{id}/personal-data: what the organization keeps about one person. */
export const PersonalData = z.object({
  /** As their account, or else a request for a person, calls them; '' where neither does. */
  name: z.string(),
  emails: z.array(z.string()),
  /** Kinds of which there is something; none where nothing is kept. */
  kept: z.array(z.object({ kind: PersonalKind, count: z.int(), fate: Fate })),
  /** Why they cannot be erased by the caller. */
  blocked_by: z.nullable(z.enum(['self', 'owner', 'last_owner'])),
})
export type PersonalData = z.infer<typeof PersonalData>

/** An erasure, and its receipt: it says nothing of who was erased. */
export const Erasure = z.object({
  id: Id,
  /** Conversations that were deleted, of so many. */
  done: z.int(),
  total: z.int(),
  requested_at: Timestamp,
  /** Null while it is carried out. */
  finished_at: z.nullable(Timestamp),
  /** The name of who asked for it; '' once they are erased themselves. */
  requested_by: z.string(),
  erased: z.array(z.object({ kind: PersonalKind, count: z.int(), fate: Fate })),
})
export type Erasure = z.infer<typeof Erasure>

/** GET /api/v1/organizations/{id}/erasures: the newest first. */
export const Erasures = z.array(Erasure)
