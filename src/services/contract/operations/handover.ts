import { Acknowledged } from '../common.ts'
import { Message } from '../conversations.ts'
import {
  Contact,
  HandoverDetail,
  HandoverEntry,
  HandoverPatch,
  HandoverRating,
  HandoverSettings,
  HandoverSettingsPatch,
  Helped,
  Inbox,
  InboxItem,
  InboxQuery,
  NewHandoverEntry,
  OutcomeQuery,
  OutcomeReport,
  OwnHandover,
  Presence,
  VisitorHandover,
  VisitorMessage,
} from '../handover.ts'
import { operation } from './operation.ts'
import { ASKING, MANAGE, READ, USED_UP, WRITE } from './phrases.ts'

const INBOX = 'The conversation keeps it, with who did it and when.'
const OWN_QUESTION = 'You asked this question yourself.'

/** When a person is offered, and the inbox of the team. */
export const handover = {
  settings: operation('GET /api/v1/integrations/:id/handover', HandoverSettings, {
    summary: 'Get the hand-over settings',
    may: 'read',
    keys: READ,
  }),
  changeSettings: operation('PATCH /api/v1/integrations/:id/handover', HandoverSettings, {
    summary: 'Update the hand-over settings',
    description: 'The event `handover.requested` is sent to webhooks in any case.',
    may: 'edit',
    keys: MANAGE,
    body: HandoverSettingsPatch,
    example: {
      body: { offered: ['asked', 'refused'], inbox: true, email: 'support@harbour.example', reply_hours: 4 },
    },
  }),
  inbox: operation('GET /api/v1/organizations/:organizationId/inbox', Inbox, {
    summary: 'List the inbox',
    may: 'read',
    keys: READ,
    query: InboxQuery,
    example: { query: { status: 'open', assignee: 'anyone' } },
  }),
  outcomes: operation('GET /api/v1/organizations/:organizationId/outcomes', OutcomeReport, {
    summary: 'Get how conversations ended',
    description:
      'For public pages, widgets and Chat, in the last days and in as many days before them. Each conversation is counted once, under the first outcome that applies: `handed_over` (a person was asked for), `refused` (the last answer found nothing, or failed), `abandoned` (the last answer was stopped, rated down, or did not help), otherwise `answered`. Languages are detected from the questions of the newest 5,000 conversations.',
    may: 'read',
    keys: READ,
    query: OutcomeQuery,
    example: { query: { days: '30' } },
  }),
  exportOutcomes: operation('GET /api/v1/organizations/:organizationId/outcomes/export', null, {
    summary: 'Export how conversations ended',
    description: 'One row per day, assistant and channel.',
    may: 'read',
    keys: READ,
    query: OutcomeQuery,
    answers: 'text/csv',
    example: { query: { days: '30' } },
  }),
  detail: operation('GET /api/v1/conversations/:id/handover', HandoverDetail, {
    summary: 'Get a conversation of the inbox',
    description: 'With questions, answers, and the team’s messages and actions.',
    may: 'read',
    keys: READ,
  }),
  change: operation('PATCH /api/v1/conversations/:id/handover', InboxItem, {
    summary: 'Take over, assign or resolve a conversation',
    description: '`taken_over: false` hands it back to the assistant.',
    may: 'reply',
    keys: WRITE,
    unaudited: INBOX,
    body: HandoverPatch,
    example: { body: { taken_over: true } },
    refuses: { 409: OWN_QUESTION },
  }),
  write: operation('POST /api/v1/conversations/:id/handover/entries', HandoverEntry, {
    summary: 'Reply to the customer, or add a note',
    description:
      'A reply appears on the visitor’s open page or is sent by email. Notes are visible only to the team.',
    may: 'reply',
    keys: WRITE,
    unaudited: INBOX,
    status: 201,
    body: NewHandoverEntry,
    example: { body: { kind: 'reply', content: 'It left our workshop today.' } },
    refuses: { 409: `Someone else has replied since the entry in \`seen\`. ${OWN_QUESTION}` },
  }),
  draft: operation('POST /api/v1/conversations/:id/handover/draft', Message, {
    summary: 'Draft a reply from the sources',
    description:
      'The published assistant answers the customer’s last message, using knowledge that is open to everyone. Responds at once with an answer whose status is `streaming`; get it by its id later. Nothing is sent to the customer. It counts as a question.',
    may: 'reply',
    keys: WRITE,
    unaudited: ASKING,
    status: 201,
    refuses: { 402: USED_UP, 409: `Nothing is published. ${OWN_QUESTION}` },
  }),
  reportReplying: operation('POST /api/v1/conversations/:id/handover/presence', Acknowledged, {
    summary: 'Signal that you are typing',
    may: 'reply',
    unaudited: INBOX,
    body: Presence,
    example: { body: { replying: true } },
    refuses: { 409: OWN_QUESTION },
  }),
}

const NOT_TAKEN =
  'The conversation is with the assistant. Or 50 messages wait for a reply, or it holds 1,000 messages.'
const CLOSED = 'It is closed, or no person was asked for.'

/** The hand-over to a person, in one conversation of a visitor. */
export const visitorHandover = {
  read: operation('GET /api/v1/share/:id/conversations/:part/handover', VisitorHandover, {
    summary: 'Get a visitor’s request for a person',
    who: 'visitor',
  }),
  request: operation('POST /api/v1/share/:id/conversations/:part/handover', VisitorHandover, {
    summary: 'Ask for a person as a visitor',
    who: 'visitor',
    unaudited: ASKING,
    status: 201,
    body: Contact,
    example: { body: { name: 'Grace', email: 'grace@example.com' } },
    refuses: { 409: 'Hand-over is not offered, or was already requested.' },
  }),
  write: operation('POST /api/v1/share/:id/conversations/:part/handover/messages', VisitorHandover, {
    summary: 'Send a message to the person who took over',
    who: 'visitor',
    unaudited: ASKING,
    status: 201,
    body: VisitorMessage,
    example: { body: { content: 'My order has not arrived. Its number is 4711.' } },
    refuses: { 409: NOT_TAKEN },
  }),
  rate: operation('PUT /api/v1/share/:id/conversations/:part/handover/rating', VisitorHandover, {
    summary: 'Rate the team’s help',
    who: 'visitor',
    unaudited: ASKING,
    body: HandoverRating,
    example: { body: { rating: 5 } },
    refuses: { 409: 'The conversation is not resolved.' },
  }),
  sayHelped: operation('PUT /api/v1/share/:id/conversations/:part/helped', VisitorHandover, {
    summary: 'Say whether the assistant helped',
    who: 'visitor',
    unaudited: ASKING,
    body: Helped,
    example: { body: { helped: true } },
  }),
  close: operation('POST /api/v1/share/:id/conversations/:part/handover/close', VisitorHandover, {
    summary: 'Close a visitor’s request for a person',
    who: 'visitor',
    unaudited: ASKING,
    refuses: { 409: CLOSED },
  }),
}

/** A member's hand-over to a person, in their own conversation: in Chat, or as a trial in the Playground. */
export const ownHandover = {
  read: operation('GET /api/v1/conversations/:id/person', OwnHandover, {
    summary: 'Get your request for a person',
    description:
      'Null if the assistant offers no hand-over. Only for the person who started the conversation.',
    who: 'theirs',
  }),
  request: operation('POST /api/v1/conversations/:id/person', VisitorHandover, {
    summary: 'Ask for a person',
    description:
      'In Chat, always in your name. In the Playground this is a trial: no one is notified, and no email or webhook is sent.',
    who: 'theirs',
    unaudited: ASKING,
    status: 201,
    body: Contact,
    example: { body: { name: 'Grace', email: 'grace@example.com' } },
    refuses: { 409: 'Hand-over is not offered, or was already requested.' },
  }),
  write: operation('POST /api/v1/conversations/:id/person/messages', VisitorHandover, {
    summary: 'Send a message to the colleague who took over',
    who: 'theirs',
    unaudited: ASKING,
    status: 201,
    body: VisitorMessage,
    example: { body: { content: 'It is about the order with the number 4711.' } },
    refuses: { 409: NOT_TAKEN },
  }),
  rate: operation('PUT /api/v1/conversations/:id/person/rating', VisitorHandover, {
    summary: 'Rate your colleagues’ help',
    who: 'theirs',
    unaudited: ASKING,
    body: HandoverRating,
    example: { body: { rating: 5 } },
    refuses: { 409: 'The conversation is not resolved.' },
  }),
  sayHelped: operation('PUT /api/v1/conversations/:id/person/helped', VisitorHandover, {
    summary: 'Say whether the assistant helped you',
    who: 'theirs',
    unaudited: ASKING,
    body: Helped,
    example: { body: { helped: true } },
  }),
  close: operation('POST /api/v1/conversations/:id/person/close', VisitorHandover, {
    summary: 'Close your request for a person',
    who: 'theirs',
    unaudited: ASKING,
    refuses: { 409: CLOSED },
  }),
}
