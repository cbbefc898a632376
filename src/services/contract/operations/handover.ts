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
    summary: 'Read when visitors are offered a person',
    may: 'read',
    keys: READ,
  }),
  changeSettings: operation('PATCH /api/v1/integrations/:id/handover', HandoverSettings, {
    summary: 'Set when visitors are offered a person',
    description: 'The webhook `handover.requested` is told as well, wherever it goes.',
    may: 'edit',
    keys: MANAGE,
    body: HandoverSettingsPatch,
    example: {
      body: { offered: ['asked', 'refused'], inbox: true, email: 'support@harbour.example', reply_hours: 4 },
    },
  }),
  inbox: operation('GET /api/v1/organizations/:id/inbox', Inbox, {
    summary: 'List the conversations that people were asked for',
    may: 'read',
    keys: READ,
    query: InboxQuery,
    example: { query: { status: 'open', assignee: 'anyone' } },
  }),
  outcomes: operation('GET /api/v1/organizations/:id/outcomes', OutcomeReport, {
    summary: 'Read how conversations ended',
    description:
      'Of public pages, widgets and Chat: the last days, and as many before them. Each conversation counts once, as the first that holds: `handed_over` (a person was asked for), `refused` (the last answer found nothing, or failed), `abandoned` (the last answer was stopped, got a thumb down, or has not helped), else `answered`. Languages are told from the questions of the newest 5,000 conversations.',
    may: 'read',
    keys: READ,
    query: OutcomeQuery,
    example: { query: { days: '30' } },
  }),
  exportOutcomes: operation('GET /api/v1/organizations/:id/outcomes/export', null, {
    summary: 'Export how conversations ended',
    description: 'A row for each day, assistant and channel of the period.',
    may: 'read',
    keys: READ,
    query: OutcomeQuery,
    answers: 'text/csv',
    example: { query: { days: '30' } },
  }),
  detail: operation('GET /api/v1/conversations/:id/handover', HandoverDetail, {
    summary: 'Read a conversation of the inbox',
    description: 'With its questions and answers, and what the team wrote and did.',
    may: 'read',
    keys: READ,
  }),
  change: operation('PATCH /api/v1/conversations/:id/handover', InboxItem, {
    summary: 'Take a conversation over, assign or resolve it',
    description: '`taken_over: false` gives it back to the assistant.',
    may: 'reply',
    keys: WRITE,
    unaudited: INBOX,
    body: HandoverPatch,
    example: { body: { taken_over: true } },
    refuses: { 409: OWN_QUESTION },
  }),
  write: operation('POST /api/v1/conversations/:id/handover/entries', HandoverEntry, {
    summary: 'Reply to the customer, or add a note',
    description: 'A reply reaches the open page of the visitor, or is mailed. Only the team reads notes.',
    may: 'reply',
    keys: WRITE,
    unaudited: INBOX,
    status: 201,
    body: NewHandoverEntry,
    example: { body: { kind: 'reply', content: 'It left our workshop today.' } },
    refuses: { 409: `Somebody else has replied since the entry in \`seen\`. ${OWN_QUESTION}` },
  }),
  draft: operation('POST /api/v1/conversations/:id/handover/draft', Message, {
    summary: 'Draft a reply from the sources',
    description:
      'The published assistant answers what the customer said last, from what everyone may read. Answers at once with an answer that is `streaming`: read it again by its id. Nothing is sent to the customer. It counts as a question.',
    may: 'reply',
    keys: WRITE,
    unaudited: ASKING,
    status: 201,
    refuses: { 402: USED_UP, 409: `Nothing is published. ${OWN_QUESTION}` },
  }),
  tellReplying: operation('POST /api/v1/conversations/:id/handover/presence', Acknowledged, {
    summary: 'Tell that you are writing a reply',
    may: 'reply',
    unaudited: INBOX,
    body: Presence,
    example: { body: { replying: true } },
    refuses: { 409: OWN_QUESTION },
  }),
}

const CLOSED = 'It is closed, or nobody was asked for.'

/** The way to a person, in one conversation of a visitor. */
export const visitorHandover = {
  read: operation('GET /api/v1/share/:id/conversations/:part/handover', VisitorHandover, {
    summary: 'Read what became of the request for a person',
    who: 'visitor',
  }),
  request: operation('POST /api/v1/share/:id/conversations/:part/handover', VisitorHandover, {
    summary: 'Ask for a person as a visitor',
    who: 'visitor',
    unaudited: ASKING,
    status: 201,
    body: Contact,
    example: { body: { name: 'Grace', email: 'grace@example.com' } },
    refuses: { 409: 'No person is offered, or one was asked for already.' },
  }),
  write: operation('POST /api/v1/share/:id/conversations/:part/handover/messages', VisitorHandover, {
    summary: 'Write to the person who has taken over',
    who: 'visitor',
    unaudited: ASKING,
    status: 201,
    body: VisitorMessage,
    example: { body: { content: 'My order has not arrived. Its number is 4711.' } },
    refuses: { 409: 'The assistant answers.' },
  }),
  rate: operation('PUT /api/v1/share/:id/conversations/:part/handover/rating', VisitorHandover, {
    summary: 'Rate how the team has helped',
    who: 'visitor',
    unaudited: ASKING,
    body: HandoverRating,
    example: { body: { rating: 5 } },
    refuses: { 409: 'It is not resolved.' },
  }),
  sayHelped: operation('PUT /api/v1/share/:id/conversations/:part/helped', VisitorHandover, {
    summary: 'Say whether the assistant has helped',
    who: 'visitor',
    unaudited: ASKING,
    body: Helped,
    example: { body: { helped: true } },
  }),
  close: operation('POST /api/v1/share/:id/conversations/:part/handover/close', VisitorHandover, {
    summary: 'Say that no reply is needed any more',
    who: 'visitor',
    unaudited: ASKING,
    refuses: { 409: CLOSED },
  }),
}

/** The way of a member to a person, in a conversation of their own: in Chat, or as a trial in the Playground. */
export const ownHandover = {
  read: operation('GET /api/v1/conversations/:id/person', OwnHandover, {
    summary: 'Read what became of your request for a person',
    description: 'Null where the assistant offers nobody. For whoever began the conversation.',
    who: 'theirs',
  }),
  request: operation('POST /api/v1/conversations/:id/person', VisitorHandover, {
    summary: 'Ask for a person',
    description:
      'In Chat in your name, whatever the body says. In the Playground as a trial: nobody is notified, and no email or webhook is sent.',
    who: 'theirs',
    unaudited: ASKING,
    status: 201,
    body: Contact,
    example: { body: { name: 'Grace', email: 'grace@example.com' } },
    refuses: { 409: 'No person is offered, or one was asked for already.' },
  }),
  write: operation('POST /api/v1/conversations/:id/person/messages', VisitorHandover, {
    summary: 'Write to the colleague who has taken over',
    who: 'theirs',
    unaudited: ASKING,
    status: 201,
    body: VisitorMessage,
    example: { body: { content: 'It is about the order with the number 4711.' } },
    refuses: { 409: 'The assistant answers.' },
  }),
  rate: operation('PUT /api/v1/conversations/:id/person/rating', VisitorHandover, {
    summary: 'Rate how your colleagues have helped',
    who: 'theirs',
    unaudited: ASKING,
    body: HandoverRating,
    example: { body: { rating: 5 } },
    refuses: { 409: 'It is not resolved.' },
  }),
  sayHelped: operation('PUT /api/v1/conversations/:id/person/helped', VisitorHandover, {
    summary: 'Say whether the assistant has helped you',
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
