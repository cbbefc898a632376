import type { HandoverEntry, InboxItem, VisitorHandover } from '../../../src/services/contract/handover.ts'
import type { Transcript } from '../../../src/services/contract/transcript.ts'
import type { EntryRow, HandoverRow, ItemRow } from './handover.types.ts'

export const presentItem = (row: ItemRow): InboxItem => ({
  conversation_id: row.conversationId,
  integration_id: row.integrationId,
  assistant: row.assistant,
  title: row.title,
  reason: row.reason,
  status: row.status,
  requester: row.requester,
  member_id: row.memberId,
  name: row.name,
  email: row.email,
  customer_id: row.customerId,
  assignee_id: row.assigneeId,
  assignee: row.assignee,
  taken_over: row.takenOver,
  rating: row.rating,
  requested_at: row.requestedAt.toISOString(),
  last_at: row.lastAt.toISOString(),
})

export const presentEntry = ({ id, kind, author, content, createdAt }: EntryRow): HandoverEntry => ({
  id,
  kind,
  author,
  content,
  created_at: createdAt.toISOString(),
})

/** A first name; people without one are not shown by their address. */
export const nameForVisitors = (author: string) => (author.includes('@') ? '' : (author.split(' ')[0] ?? ''))

/** Its part of a transcript; a trial has asked no one. */
export const presentInTranscript = (handover: HandoverRow, shown: EntryRow[]): Transcript['handover'] =>
  handover.requester === 'trial'
    ? null
    : {
        status: handover.inInbox ? handover.status : null,
        asked_by: handover.name || handover.email,
        entries: shown.map(presentEntry),
      }

type More = Pick<VisitorHandover, 'requester' | 'offer' | 'expected' | 'helped' | 'customer'>

/** The entries that are shown; colleagues see full names. */
export const presentForVisitor = (
  handover: HandoverRow | null,
  shown: EntryRow[],
  more: More,
): VisitorHandover => {
  const named = (author: string) => (more.requester === 'member' ? author : nameForVisitors(author))
  const who = shown.findLast(({ kind }) => kind === 'taken' || kind === 'reply')
  return {
    ...more,
    // A mail-only request can be repeated, and then counts as not asked for.
    status: more.offer !== null && handover?.status !== 'resolved' ? null : (handover?.status ?? null),
    person: handover?.takenOver ? named(who?.author ?? '') : null,
    email: handover?.email ?? '',
    entries: shown.map((entry) => ({ ...presentEntry(entry), author: named(entry.author) })),
    rating: handover?.rating ?? null,
  }
}
