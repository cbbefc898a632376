import * as z from 'zod/mini'
import { Id, Timestamp } from './common.ts'
import { ConversationDetail } from './conversations.ts'

/** `waiting`: for the customer, who got a reply. */
export const HandoverStatus = z.enum(['open', 'waiting', 'resolved'])
export type HandoverStatus = z.infer<typeof HandoverStatus>

/**
 * Messages to and from a person, and actions: `note` is only for the team, `visitor` was written and `closed` was
 * done by the requester.
 */
export const HandoverEntryKind = z.enum([
  'visitor',
  'reply',
  'note',
  'taken',
  'given_back',
  'assigned',
  'resolved',
  'reopened',
  'closed',
])
export type HandoverEntryKind = z.infer<typeof HandoverEntryKind>

/** Number of a conversation's entries that are sent: the newest, oldest first. */
export const ENTRIES_SHOWN = 200

export const HandoverEntry = z.object({
  id: Id,
  kind: HandoverEntryKind,
  /** Empty for the visitor. */
  author: z.string(),
  content: z.string(),
  created_at: Timestamp,
})
export type HandoverEntry = z.infer<typeof HandoverEntry>

/** GET /api/v1/conversations/{id} */
export const Transcript = z.extend(ConversationDetail, {
  /** The state of a hand-over, if a person was requested, with the requester's view of it; null: none was. */
  handover: z._default(
    z.nullable(
      z.object({
        /** Null: it was not sent to the inbox, and nothing more is known about it. */
        status: z.nullable(HandoverStatus),
        asked_by: z.string(),
        entries: z.array(HandoverEntry),
      }),
    ),
    null,
  ),
})
export type Transcript = z.infer<typeof Transcript>
