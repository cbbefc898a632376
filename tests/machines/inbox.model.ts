import type { SnapshotFrom } from 'xstate'
import type { inboxMachine } from '../../src/machines/visitors/inbox/inbox.machine.ts'
import type { InboxView } from '../../src/machines/visitors/inbox/inbox.types.ts'
import { inboxPath } from '../../src/machines/visitors/inbox/inbox-address.ts'
import type { HandoverDetail, Inbox, InboxItem } from '../../src/services/contract/handover.ts'
import { labelled } from '../harness/model/labels.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { refused, unanswered } from './form.model.ts'
import { failuresOf } from './refusals.ts'
import { conversation } from './samples.ts'

export const item = (id: string, more: Partial<InboxItem> = {}): InboxItem => ({
  conversation_id: id,
  integration_id: 'i1',
  assistant: 'Helper',
  title: 'Damaged boots',
  customer_id: null,
  requester: 'visitor',
  member_id: null,
  reason: 'asked',
  status: 'open',
  name: 'Grace Hopper',
  email: 'grace@example.com',
  assignee_id: null,
  assignee: null,
  taken_over: false,
  rating: null,
  requested_at: '2026-05-01T12:00:00.000Z',
  last_at: '2026-05-01T12:00:00.000Z',
  ...more,
})

const inbox: Inbox = {
  items: [item('c1')],
  has_more: true,
  counts: { open: 2, waiting: 0, resolved: 1 },
}
const rest: Inbox = { ...inbox, items: [item('c2')], has_more: false }

export const detail = (id: string): HandoverDetail => ({
  conversation: { ...conversation, id },
  messages: [],
  may_change: false,
  item: item(id),
  entries: [
    { id: 'e1', kind: 'visitor', author: '', content: 'Hello?', created_at: '2026-05-01T12:00:00.000Z' },
  ],
})

/** Whoever looks has asked it. */
const OWN = { ...detail('c1'), item: item('c1', { requester: 'member', member_id: 'u1' }) }

const OPEN: InboxView = { status: 'open', assignee: 'anyone', requester: 'anyone', conversationId: null }
const FIRST: InboxView = { ...OPEN, conversationId: 'c1' }

const overtaken = labelled(
  'Someone else has replied first',
  Object.assign(new Error('409'), { detail: 'Ben has replied.', code: 'replied_meanwhile', status: 409 }),
)
const forbidden = labelled('They may not read it', Object.assign(new Error('403'), { status: 403 }))
const missing = labelled('It is not in this inbox', Object.assign(new Error('404'), { status: 404 }))

/** A text gets no answer in one place only: from there on, what was lost would double all others. */
const isAtRest = (snapshot: SnapshotFrom<typeof inboxMachine>) =>
  snapshot.matches({ list: 'shown', conversation: 'shown', change: 'idle' }) &&
  inboxPath(snapshot.context) === inboxPath(FIRST)

export const inboxModel: Model<typeof inboxMachine> = {
  input: { organizationId: 'o1', userId: 'u1', view: OPEN },
  events: ({ context: { conversationId, changes, drafts, pending } }) => {
    // It is repeated, and everything else is as before.
    if (pending.length > 1 || Object.values(drafts).some(({ lost }) => lost))
      return [
        { type: 'draft.changed', text: 'It left our workshop.\nIts number is 7.' },
        { type: 'entry.submitted' },
      ]
    return [
      { type: 'view.changed', view: FIRST },
      { type: 'view.changed', view: { ...OPEN, status: 'waiting' } },
      { type: 'view.changed', view: { ...OPEN, requester: 'member' } },
      { type: 'view.left' },
      { type: 'next.requested' },
      { type: 'previous.requested' },
      { type: 'more.requested' },
      { type: 'retry.requested' },
      ...(changes.length < 2 ? [{ type: 'change.requested', patch: { taken_over: true } } as const] : []),
      { type: 'kind.picked', kind: 'note' },
      // The field is beside the conversation.
      ...(conversationId === null
        ? []
        : [
            { type: 'draft.changed', text: 'It left our workshop.' } as const,
            {
              type: 'text.written',
              conversationId,
              draft: { kind: 'reply', content: 'It left our workshop.' },
            } as const,
          ]),
      { type: 'entry.submitted' },
      { type: 'drafts.kept', drafts: { c1: { kind: 'reply', content: 'It left our workshop.' } } },
      { type: 'live.opened' },
      { type: 'update.received', conversationId: 'c1' },
      { type: 'update.received', conversationId: 'c9' },
      { type: 'presence.received', conversationId: 'c1', userId: 'u2', name: 'Ben' },
      { type: 'presence.received', conversationId: 'c1', userId: 'u1', name: 'Ann' },
    ]
  },
  answers: (snapshot) => ({
    readList: [inbox, ...failuresOf('GET /api/v1/organizations/:organizationId/inbox')],
    readMore: [rest, ...failuresOf('GET /api/v1/organizations/:organizationId/inbox')],
    readDetail: [detail(snapshot.context.conversationId ?? 'c1'), OWN, missing, forbidden, unanswered],
    change: [item('c1'), refused],
    write: [{ conversationId: 'c1' }, overtaken, ...(isAtRest(snapshot) ? [unanswered] : [])],
  }),
  sentBy: {
    'drafts.kept': 'live',
    'live.opened': 'live',
    'update.received': 'live',
    'presence.received': 'live',
    'text.written': 'draftReply:c1',
  },
  snapshots: {
    draftReply: { context: { draft: null, error: null }, hasTag: () => false, matches: () => false },
  },
  unhandled: [
    harmless(
      ['more.requested'],
      ['list.reading', 'list.readingMore', 'list.failed', 'list.refused', 'list.missing'],
      'The list is being read, or could not be.',
    ),
    never(
      ['retry.requested'],
      [
        'list.reading',
        'list.shown',
        'list.readingMore',
        'list.missing',
        'list.refused',
        'conversation.none',
        'conversation.reading',
        'conversation.shown',
        'conversation.gone',
        'conversation.refused',
      ],
      'Try Again is shown where something could not be read.',
    ),
    harmless(
      ['entry.submitted'],
      ['composer.sending'],
      'One text at a time: the next one stays in the field.',
    ),
  ],
  key: ({ context: { conversationId, status, requester, detail, hasMore, drafts, changes, pending } }) => [
    conversationId,
    detail?.item.member_id,
    status,
    requester,
    hasMore,
    changes.length,
    pending.length,
    drafts.c1?.lost && drafts.c1.lost.content === drafts.c1.content,
    Object.values(drafts).filter(({ content }) => content !== '').length,
  ],
}
