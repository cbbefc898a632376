import { MANAGE, READ, tagged, WRITE } from '../operation.ts'

const NOT_NOW = 'No person is offered, or one was asked for already.'
const MESSAGE = 'My order has not arrived. Its number is 4711.'

export const handover = tagged('Hand-over to people', {
  'GET /api/v1/integrations/:id/handover': {
    summary: 'Read when visitors are offered a person',
    access: READ,
  },
  'PATCH /api/v1/integrations/:id/handover': {
    summary: 'Set when visitors are offered a person',
    description: 'The webhook `handover.requested` is told as well, wherever it goes.',
    access: MANAGE,
    body: { offered: ['asked', 'refused'], inbox: true, email: 'support@harbour.example', reply_hours: 4 },
  },
  'GET /api/v1/organizations/:id/inbox': {
    summary: 'List the conversations that people were asked for',
    access: READ,
    query: { status: 'open', assignee: 'anyone' },
  },
  'GET /api/v1/organizations/:id/outcomes': {
    summary: 'Read how conversations ended',
    description:
      'Of public pages, widgets and Chat: the last days, and as many before them. Each conversation counts once, as the first that holds: `handed_over` (a person was asked for), `refused` (the last answer found nothing, or failed), `abandoned` (the last answer was stopped, got a thumb down, or has not helped), else `answered`.',
    access: READ,
    query: { days: '30' },
  },
  'GET /api/v1/conversations/:id/handover': {
    summary: 'Read a conversation of the inbox',
    description: 'With its questions and answers, and what the team wrote and did.',
    access: READ,
  },
  'PATCH /api/v1/conversations/:id/handover': {
    summary: 'Take a conversation over, assign or resolve it',
    description: '`taken_over: false` gives it back to the assistant.',
    access: WRITE,
    body: { taken_over: true },
  },
  'POST /api/v1/conversations/:id/handover/entries': {
    summary: 'Reply to the customer, or add a note',
    description: 'A reply reaches the open page of the visitor, or is mailed. Only the team reads notes.',
    access: WRITE,
    body: { kind: 'reply', content: 'It left our workshop today.' },
    errors: { 409: 'Somebody else has replied since the entry in `seen`.' },
  },
  'POST /api/v1/conversations/:id/handover/presence': {
    summary: 'Tell that you are writing a reply',
    access: 'session',
    body: { replying: true },
  },
  'GET /api/v1/share/:id/conversations/:part/handover': {
    summary: 'Read what became of the request for a person',
    access: 'public',
  },
  'POST /api/v1/share/:id/conversations/:part/handover': {
    summary: 'Ask for a person as a visitor',
    access: 'public',
    body: { name: 'Grace', email: 'grace@example.com' },
    errors: { 409: NOT_NOW },
  },
  'POST /api/v1/share/:id/conversations/:part/handover/messages': {
    summary: 'Write to the person who has taken over',
    access: 'public',
    body: { content: MESSAGE },
    errors: { 409: 'The assistant answers.' },
  },
  'PUT /api/v1/share/:id/conversations/:part/handover/rating': {
    summary: 'Rate how the team has helped',
    access: 'public',
    body: { rating: 5 },
    errors: { 409: 'It is not resolved.' },
  },
  'PUT /api/v1/share/:id/conversations/:part/helped': {
    summary: 'Say whether the assistant has helped',
    access: 'public',
    body: { helped: true },
  },
})
