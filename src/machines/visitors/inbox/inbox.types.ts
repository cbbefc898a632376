import type {
  AskedBy,
  Assignee,
  HandoverDetail,
  HandoverPatch,
  HandoverStatus,
  Inbox,
  InboxItem,
} from '../../../services/contract/handover.ts'
import { statusOf } from '../../failure.ts'
import type { ViewGone } from '../../views.ts'
import type { DraftReplyRef } from '../draft-reply.machine.ts'
import { type Draft, type Entry, NOTHING_TYPED, putBefore } from './draft.ts'

/** The view that the page's address requests. */
export interface InboxView {
  readonly status: HandoverStatus
  readonly assignee: Assignee
  readonly requester: AskedBy
  readonly conversationId: string | null
}

export interface InboxContext extends InboxView {
  readonly organizationId: string
  /** The viewer: their own presence is ignored. */
  readonly userId: string
  /** Null until it has been read. */
  readonly items: readonly InboxItem[] | null
  /** Where the shown conversation is in the list, or was before it left it. */
  readonly place: number | null
  readonly counts: Inbox['counts'] | null
  readonly hasMore: boolean
  /** Number of items to show at least, if there are as many. */
  readonly wanted: number
  readonly detail: HandoverDetail | null
  readonly drafts: Drafts
  /** Drafting, by conversation: it goes on while another one is shown, and a draft can be undone afterwards. */
  readonly draftReplies: Readonly<Record<string, DraftReplyRef>>
  /** Other people who are writing a reply, by conversation. */
  readonly repliers: Readonly<Record<string, string>>
  /** Changes that are not saved yet, in the order in which they were asked for. */
  readonly changes: readonly Change[]
  /** Where the text that is being sent goes: another conversation may be shown by then. */
  readonly sentTo: Addressee | null
  /** Entries that are being sent, one after another. If that fails, they are put back before the draft. */
  readonly pending: readonly Entry[]
  /** Why a text could not be sent, by conversation. */
  readonly errors: Readonly<Record<string, string>>
}

export interface Change {
  readonly conversationId: string
  readonly patch: HandoverPatch
}

/** By conversation. */
export type Drafts = Readonly<Record<string, Draft>>

interface Addressee {
  readonly conversationId: string
  readonly name: string
}

export type InboxEvent =
  | ViewGone
  | { type: 'view.changed'; view: InboxView }
  | { type: 'next.requested' }
  | { type: 'previous.requested' }
  | { type: 'more.requested' }
  | { type: 'retry.requested' }
  | { type: 'change.requested'; patch: HandoverPatch }
  | { type: 'kind.picked'; kind: Draft['kind'] }
  | { type: 'draft.changed'; text: string }
  /** The assistant's draft, or what it had replaced. */
  | { type: 'text.written'; conversationId: string; draft: Draft }
  | { type: 'entry.submitted' }
  /** Typed in this tab before the inbox was last left. */
  | { type: 'drafts.kept'; drafts: Drafts }
  /** From the socket. */
  | { type: 'live.opened' }
  | { type: 'update.received'; conversationId: string }
  | { type: 'presence.received'; conversationId: string; userId: string; name: string | null }

export interface Reading {
  readonly organizationId: string
  readonly status: HandoverStatus
  readonly assignee: Assignee
  readonly requester: AskedBy
  /** At least so many are read at once. */
  readonly wanted?: number
  /** The last known conversation. */
  readonly before?: string
  /** When it was last changed, as far as it is known. */
  readonly before_at?: string
}

export interface Writing {
  readonly conversationId: string
  readonly entry: Entry
}

/** The conversation waits for another person. */
export const isOwn = ({ member_id }: Pick<InboxItem, 'member_id'>, userId: string) => member_id === userId

export const withoutLost = ({ kind, content }: Draft): Draft => ({ kind, content })

export const draftOf = ({ drafts, conversationId }: Pick<InboxContext, 'drafts' | 'conversationId'>) =>
  conversationId === null ? NOTHING_TYPED : (drafts[conversationId] ?? NOTHING_TYPED)

const pendingDraft = ({ pending }: Pick<InboxContext, 'pending'>): Draft => ({
  kind: pending[0]!.kind,
  content: pending.map(({ content }) => content).join('\n'),
  lost: pending[0]!,
})

/** Text that could not be sent. Without an answer, its first entry may have arrived. */
export const returnedDraft = (context: InboxContext, error: unknown) =>
  statusOf(error) === null ? pendingDraft(context) : withoutLost(pendingDraft(context))

/** Text that has not arrived in a conversation. */
export function unsentDraft(context: InboxContext, conversationId: string): Draft {
  const draft = draftOf({ ...context, conversationId })
  const { pending, sentTo } = context
  if (pending.length === 0 || sentTo?.conversationId !== conversationId) return draft
  return putBefore(pendingDraft(context), draft)
}

/**
 * Entries to send to the shown conversation. A text that may have arrived is repeated unchanged, so that it arrives once;
 * what was typed after it follows.
 */
export function entriesOf(context: InboxContext): readonly Entry[] {
  const { lost, ...draft } = draftOf(context)
  const newEntry = (content: string) => ({
    ...draft,
    content,
    seen: context.detail!.entries.at(-1)?.id ?? null,
    key: crypto.randomUUID(),
  })
  if (lost?.kind !== draft.kind || !`${draft.content}\n`.startsWith(`${lost.content}\n`))
    return [newEntry(draft.content)]
  const rest = draft.content.slice(lost.content.length + 1)
  return rest.trim() === '' ? [lost] : [lost, newEntry(rest)]
}

/** A change in the shown conversation is not saved yet. */
export const isChanging = ({ changes, conversationId }: Pick<InboxContext, 'changes' | 'conversationId'>) =>
  changes.some((change) => change.conversationId === conversationId)

export const errorOf = ({ errors, conversationId }: Pick<InboxContext, 'errors' | 'conversationId'>) =>
  conversationId === null ? null : (errors[conversationId] ?? null)

/** Place of the shown conversation in a list; where it was if it has left it. */
export function placeIn({
  items,
  conversationId,
  place,
}: Pick<InboxContext, 'items' | 'conversationId' | 'place'>): number | null {
  const listed = (items ?? []).findIndex(({ conversation_id }) => conversation_id === conversationId)
  return listed < 0 ? place : listed
}

/** `step` places further in the list; the first one if none is open. The next of one that has left took its place. */
export function neighbourOf({ items, conversationId, place }: InboxContext, step: 1 | -1): string | null {
  const isListed = items?.[place ?? -1]?.conversation_id === conversationId
  const next = place === null ? 0 : step === 1 && !isListed ? place : place + step
  return items?.[next]?.conversation_id ?? null
}
