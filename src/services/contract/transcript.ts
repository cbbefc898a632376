import * as z from 'zod/mini'
import { Id, Timestamp } from './common.ts'
import { ConversationDetail } from './conversations.ts'

/** `waiting`: for the customer, who was replied to. */
export const HandoverStatus = z.enum(['open', 'waiting', 'resolved'])
export type HandoverStatus = z.infer<typeof HandoverStatus>

/**
 * What was written to a person or by one, and what was done: `note` is for the team alone, `visitor` was written and
 * `closed` was done by whoever asked for the person.
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
  /** What became of it where a person was asked for, with what whoever asked sees of that; null: nobody was. */
  handover: z._default(
    z.nullable(
      z.object({
        /** Null: it went elsewhere than to the inbox, and nothing more is known of it. */
        status: z.nullable(HandoverStatus),
        asked_by: z.string(),
        entries: z.array(HandoverEntry),
      }),
    ),
    null,
  ),
})
export type Transcript = z.infer<typeof Transcript>
