const NOBODY = 'Nobody is signed in, and no organization is concerned.'
const OWN = "Concerns the caller's own account alone, and nothing that guards it."
const UNDECIDED = 'Nothing changes until the mailed link is followed; that is written down.'
const SESSIONS = 'Renews or ends sessions of the caller: the log-in stands in the log.'
const ASKING = 'Questions and answers are conversations, which the app keeps and shows themselves.'
const SEARCHING = 'Looks something up, and changes nothing.'
const CONTENT = 'The document keeps its versions, with who made them and when.'
const WORK = 'Begins or ends work whose outcome the knowledge base shows; what is searched does not change.'
const TRIAGE = 'Notes of the team beside conversations and gaps.'
const INBOX = 'Stands in the conversation, with who did it and when.'
const TESTS = 'Golden questions test a knowledge base, and change nothing that answers.'

const PROVIDERS = 'Is for providers alone: tests/server/provisioning.test.ts reads what is written.'
const DELIVERIES = 'The webhook lists what was sent to it.'

/** Routes that change something or send something out, and write nothing into the audit log: why not. */
export const UNAUDITED: Readonly<Record<string, string>> = {
  'POST /checkout': 'Is the payment page of the test provider: settling the order writes the entry.',
  'POST /forgot-password': NOBODY,
  'POST /api/v1/register': NOBODY,
  'POST /api/v1/login/company':
    'Is for the page of the app alone: the session that it begins writes the entry.',
  'POST /api/v1/login/company/logout/:organizationId':
    'Is for providers alone: each session that ends writes an entry.',
  ...Object.fromEntries(
    ['Users', 'Groups'].flatMap((kind) =>
      [
        `POST /api/scim/v2/${kind}`,
        ...['PUT', 'PATCH', 'DELETE'].map((method) => `${method} /api/scim/v2/${kind}/:id`),
      ].map((name) => [name, PROVIDERS]),
    ),
  ),
  'POST /api/v1/mcp': 'Its tools call the API, whose operations write their entries.',
  'POST /api/v1/refresh': SESSIONS,
  'POST /api/v1/logout': SESSIONS,
  'DELETE /api/v1/users/me/sessions': SESSIONS,
  'DELETE /api/v1/users/me/sessions/:id': SESSIONS,
  'PATCH /api/v1/users/me': OWN,
  'POST /api/v1/users/me/photo': OWN,
  'DELETE /api/v1/users/me/photo': OWN,
  'POST /api/v1/users/me/email': UNDECIDED,
  'POST /api/v1/users/me/verification': UNDECIDED,
  'POST /api/v1/users/me/two-factor/setup':
    'Nothing changes until a code is confirmed; that is written down.',
  'POST /api/v1/notifications/mark-read': OWN,
  'DELETE /api/v1/notifications/:id': OWN,
  'POST /api/v1/feedback': 'Goes to the operator, and not to an organization.',
  'PATCH /api/v1/organizations/:organizationId/gaps': TRIAGE,
  'PATCH /api/v1/conversations/:id': TRIAGE,
  'PATCH /api/v1/conversations/:id/handover': INBOX,
  'POST /api/v1/conversations/:id/handover/entries': INBOX,
  'POST /api/v1/conversations/:id/handover/presence': INBOX,
  'POST /api/v1/knowledge-bases/:id/search': SEARCHING,
  'POST /api/v1/integrations/:id/search': SEARCHING,
  'POST /api/v1/integrations/:id/search/explain': SEARCHING,
  'POST /api/v1/knowledge-bases/:id/documents/known': SEARCHING,
  'POST /api/v1/knowledge-bases/:id/sources/preview': SEARCHING,
  'POST /api/v1/knowledge-bases/:id/golden-questions': TESTS,
  'PATCH /api/v1/golden-questions/:id': TESTS,
  'DELETE /api/v1/golden-questions/:id': TESTS,
  'POST /api/v1/knowledge-bases/:id/golden-runs': TESTS,
  'POST /api/v1/messages/:id/golden-question': TESTS,
  'POST /api/v1/knowledge-bases/:id/documents': CONTENT,
  'POST /api/v1/knowledge-bases/:id/texts': CONTENT,
  'POST /api/v1/knowledge-bases/:id/faq': CONTENT,
  'POST /api/v1/knowledge-bases/:id/faq/import': CONTENT,
  'PUT /api/v1/documents/:id/file': CONTENT,
  'PUT /api/v1/documents/:id/text': CONTENT,
  'PUT /api/v1/documents/:id/faq': CONTENT,
  'POST /api/v1/documents/:id/versions/:number/restore': CONTENT,
  'PATCH /api/v1/passages/:id': CONTENT,
  'POST /api/v1/documents/:id/cancel': WORK,
  'POST /api/v1/documents/:id/retry': WORK,
  'POST /api/v1/knowledge-bases/:id/indexes': WORK,
  'POST /api/v1/indexes/:id/cancel': WORK,
  'POST /api/v1/indexes/:id/discard': WORK,
  'POST /api/v1/knowledge-bases/:id/sources': WORK,
  'PATCH /api/v1/sources/:id': WORK,
  'POST /api/v1/sources/:id/read': WORK,
  'POST /api/v1/sources/:id/cancel': WORK,
  'POST /api/v1/sources/:id/missing-pages': 'Each document that it removes writes an entry.',
  'POST /api/v1/organizations/:organizationId/single-sign-on/test': SEARCHING,
  'POST /api/v1/organizations/:organizationId/model-providers/available':
    'Reads what a provider lists, and keeps nothing.',
  'POST /api/v1/organizations/:organizationId/webhooks/:id/test': DELIVERIES,
  'POST /api/v1/organizations/:organizationId/webhooks/:id/deliveries/:delivery/redeliver': DELIVERIES,
  'POST /api/v1/integrations/:id/messages': ASKING,
  'POST /api/v1/integrations/:id/ask': ASKING,
  'POST /v1/chat/completions': ASKING,
  'PUT /api/v1/messages/:id/feedback': ASKING,
  'DELETE /api/v1/messages/:id/feedback': ASKING,
  'POST /api/v1/messages/:id/stop': ASKING,
  'POST /api/v1/messages/:id/retry': ASKING,
  'POST /api/v1/share/:id/visitors': ASKING,
  'POST /api/v1/share/:id/messages': ASKING,
  'POST /api/v1/share/:id/conversations/:part/handover': ASKING,
  'POST /api/v1/share/:id/conversations/:part/handover/messages': ASKING,
  'PUT /api/v1/share/:id/conversations/:part/handover/rating': ASKING,
  'PUT /api/v1/share/:id/conversations/:part/helped': ASKING,
  'POST /api/v1/share/:id/messages/:part/stop': ASKING,
  'PUT /api/v1/share/:id/messages/:part/feedback': ASKING,
  'DELETE /api/v1/share/:id/messages/:part/feedback': ASKING,
  'POST /api/v1/share/:id/messages/:part/retry': ASKING,
}

/** Whether a route has to write an entry: it changes something, or hands data out as a file. */
export const isAudited = (name: string) =>
  (!name.startsWith('GET ') || name.endsWith('/export')) && !(name in UNAUDITED)
