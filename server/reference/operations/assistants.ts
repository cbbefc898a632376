import { EXAMPLE_IDS } from '../example-ids.ts'
import { ASK, MANAGE, PIXEL, PLAN_FULL, READ, READ_OR_ASK, tagged, UNVERIFIED, WRITE } from '../operation.ts'

const QUESTION = 'How long can shoes be returned?'
const USED_UP = "The plan's questions of this month are used up."
const BUSY = 'The last question of the conversation is still being answered, or nothing is published.'
const RATING = { rating: 'up', reason: null, comment: '' }
const FILTER = { channel: 'api', from: '2026-01-01' }

export const assistants = {
  ...tagged('Asking', {
    'POST /api/v1/integrations/:id/ask': {
      summary: 'Ask, and wait for the answer with its citations',
      description:
        'With `stream: true`, or `Accept: text/event-stream`, the answer comes as Server-Sent Events: `started`, `token` for each piece of text, `citations`, and `done` with the whole answer, or `error`. Closing the stream stops the answer.',
      access: ASK,
      body: { content: QUESTION },
      errors: { 402: USED_UP, 409: BUSY, 502: 'The language model failed.' },
    },
    'POST /v1/chat/completions': {
      summary: "Ask in the shape of OpenAI's chat completions",
      description:
        "For clients of OpenAI's protocol: set their base address to this server's `/v1`, and the id of an assistant as the model. `citations` and `conversation_id` are added to the answer, with `stream: true` to the last chunk. Messages of the system, temperatures and the like are ignored: the settings of the assistant hold. A refusal has OpenAI's `error` beside its own fields.",
      access: ASK,
      body: { model: EXAMPLE_IDS.integration, messages: [{ role: 'user', content: QUESTION }] },
      errors: { 402: USED_UP, 404: 'There is no such assistant.', 502: 'The language model failed.' },
    },
    'POST /api/v1/mcp': {
      summary: 'Use assistants as tools of an agent (MCP)',
      description:
        'The Model Context Protocol over Streamable HTTP, without sessions. Tools: `list_assistants`, `search`, `ask` and `read_document`. Each calls the API with your key, so it needs the scope of what it does.',
      access: ['read', 'ask', 'write', 'manage'],
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    },
    'GET /v1/models': {
      summary: "List the assistants in the shape of OpenAI's models",
      description: 'Those that are published.',
      access: ['read', 'ask', 'write', 'manage'],
    },
    'GET /v1/models/:model': {
      summary: "Read an assistant in the shape of one of OpenAI's models",
      access: ['read', 'ask', 'write', 'manage'],
    },
    'POST /api/v1/integrations/:id/messages': {
      summary: 'Ask, and follow the answer over the socket',
      description:
        'Answers at once with an answer that is `streaming`: read it again by its id, or listen on `/api/ws/integrations/{id}`. The published assistant answers, or its draft with `config: "draft"`. An `Idempotency-Key` lets a repetition have no second effect.',
      access: ASK,
      body: { content: QUESTION },
      errors: { 402: USED_UP, 409: BUSY },
    },
    'GET /api/v1/messages/:id': { summary: 'Read a question or an answer', access: READ_OR_ASK },
    'POST /api/v1/messages/:id/stop': { summary: 'Stop an answer, and keep what has arrived', access: ASK },
    'POST /api/v1/messages/:id/retry': {
      summary: 'Answer a question again',
      description: '`wait=true` answers once the documents that are being read can be searched.',
      access: ASK,
      errors: { 402: USED_UP, 409: BUSY },
    },
    'PUT /api/v1/messages/:id/feedback': {
      summary: 'Rate an answer',
      access: ASK,
      body: RATING,
      errors: { 409: 'The answer is not finished, or was given to a visitor.' },
    },
    'DELETE /api/v1/messages/:id/feedback': { summary: 'Take a rating back', access: ASK },
    'POST /api/v1/integrations/:id/search': {
      summary: 'Find passages without an answer',
      access: READ_OR_ASK,
      body: { query: QUESTION, limit: 5 },
    },
    'POST /api/v1/integrations/:id/search/explain': {
      summary: 'Explain why a passage is or is not found',
      access: READ_OR_ASK,
      body: { query: QUESTION, passage_id: EXAMPLE_IDS.passage },
    },
  }),
  ...tagged('Assistants', {
    'GET /api/v1/organizations/:organizationId/assistants': {
      summary: 'List the assistants that can be asked',
      description: 'Those that are published.',
      access: READ_OR_ASK,
    },
    'GET /api/v1/organizations/:organizationId/integrations': {
      summary: 'List the assistants with their settings',
      access: READ,
    },
    'POST /api/v1/organizations/:organizationId/integrations': {
      summary: 'Create an assistant',
      access: MANAGE,
      body: { name: 'Shop assistant', knowledge_base_ids: [EXAMPLE_IDS['knowledge-base']] },
      errors: { 402: PLAN_FULL },
    },
    'GET /api/v1/integrations/:id': { summary: 'Read an assistant with its settings', access: READ },
    'GET /api/v1/integrations/:id/general': { summary: 'Read the name of an assistant', access: READ },
    'PATCH /api/v1/integrations/:id': {
      summary: 'Change the draft of an assistant',
      access: MANAGE,
      body: { welcome_message: 'Ask about orders, returns and repairs.', top_k: 6 },
    },
    'DELETE /api/v1/integrations/:id': { summary: 'Delete an assistant', access: MANAGE },
    'POST /api/v1/integrations/:id/publish': {
      summary: 'Publish the draft',
      access: MANAGE,
      body: {},
      errors: { 403: UNVERIFIED, 409: 'The draft was changed since it was read.' },
    },
    'GET /api/v1/integrations/:id/versions': { summary: 'List the published versions', access: READ },
    'POST /api/v1/integrations/:id/versions/:version/restore': {
      summary: 'Take a published version as the draft',
      access: MANAGE,
    },
    'POST /api/v1/integrations/:id/duplicate': {
      summary: 'Duplicate an assistant',
      access: MANAGE,
      errors: { 402: PLAN_FULL },
    },
    'POST /api/v1/integrations/:id/logo': {
      summary: 'Set the logo of the draft',
      access: MANAGE,
      file: PIXEL,
    },
    'DELETE /api/v1/integrations/:id/logo': { summary: 'Remove the logo of the draft', access: MANAGE },
    'GET /api/v1/integrations/:id/public-page': {
      summary: 'Read who may ask on the public page',
      access: READ,
    },
    'PATCH /api/v1/integrations/:id/public-page': {
      summary: 'Turn the public page on or off, and limit it',
      access: MANAGE,
      body: { state: 'on', allowed_origins: ['https://shop.example.com'], daily_limit: 200 },
      errors: { 403: UNVERIFIED, 409: 'Publish the assistant first.' },
    },
  }),
  ...tagged('Conversations', {
    'GET /api/v1/integrations/:id/conversations': {
      summary: 'List the conversations with an assistant',
      access: READ,
      query: FILTER,
    },
    'GET /api/v1/organizations/:id/conversations': {
      summary: 'List the conversations with all assistants',
      access: READ,
      query: FILTER,
    },
    'GET /api/v1/integrations/:id/conversations/export': {
      summary: 'Export the conversations with an assistant',
      description: 'As a CSV file, or as JSON lines.',
      access: READ,
      query: { format: 'csv' },
      answers: 'text/csv',
    },
    'GET /api/v1/organizations/:id/conversations/export': {
      summary: 'Export the conversations with all assistants',
      description: 'As a CSV file, or as JSON lines.',
      access: READ,
      query: { format: 'csv' },
      answers: 'text/csv',
    },
    'GET /api/v1/conversations/:id': { summary: 'Read a conversation', access: READ_OR_ASK },
    'PATCH /api/v1/conversations/:id': {
      summary: 'Rename or tag a conversation',
      access: MANAGE,
      body: { title: 'Returns', tags: ['returns'] },
    },
    'DELETE /api/v1/conversations/:id': { summary: 'Delete a conversation', access: MANAGE },
  }),
  ...tagged('Analytics', {
    'GET /api/v1/organizations/:organizationId/usage/series': {
      summary: 'Read how much was asked, by day',
      access: READ,
      query: { days: '30' },
    },
    'GET /api/v1/organizations/:organizationId/sources': {
      summary: 'Read which documents answers cite',
      access: READ,
      query: { days: '30' },
    },
    'GET /api/v1/organizations/:organizationId/gaps': {
      summary: 'List the questions that found no answer',
      access: READ,
      query: { status: 'open' },
    },
    'PATCH /api/v1/organizations/:organizationId/gaps': {
      summary: 'Close or open a gap',
      access: WRITE,
      body: { answer_ids: [EXAMPLE_IDS.message], status: 'ignored' },
    },
  }),
  ...tagged('Public page', {
    'GET /api/v1/share/:id': { summary: 'Read what a public page shows', access: 'public' },
    'GET /api/v1/share/:id/launcher': { summary: 'Read how the launcher looks', access: 'public' },
    'GET /api/v1/share/:id/card.png': {
      summary: 'Read the picture of the link',
      access: 'public',
      answers: 'image/png',
    },
    'POST /api/v1/share/:id/visitors': {
      summary: 'Get a token as a new visitor',
      description: 'For the header `X-Visitor-Token` of the other calls of the public page.',
      access: 'public',
    },
    'GET /api/v1/share/:id/conversations': { summary: "List a visitor's conversations", access: 'public' },
    'GET /api/v1/share/:id/conversations/:part': {
      summary: "Read a visitor's conversation",
      access: 'public',
    },
    'DELETE /api/v1/share/:id/conversations/:part': {
      summary: "Delete a visitor's conversation",
      access: 'public',
    },
    'POST /api/v1/share/:id/messages': {
      summary: 'Ask as a visitor',
      access: 'public',
      body: { content: QUESTION, conversation_id: null, channel: 'share' },
      errors: { 409: BUSY },
    },
    'GET /api/v1/share/:id/messages/:part': {
      summary: 'Read a question or an answer of a visitor',
      access: 'public',
    },
    'POST /api/v1/share/:id/messages/:part/stop': { summary: "Stop a visitor's answer", access: 'public' },
    'POST /api/v1/share/:id/messages/:part/retry': {
      summary: "Answer a visitor's question again",
      description: '`wait=true` answers once the documents that are being read can be searched.',
      access: 'public',
      errors: { 409: BUSY },
    },
    'PUT /api/v1/share/:id/messages/:part/feedback': {
      summary: 'Rate an answer as its visitor',
      access: 'public',
      body: RATING,
    },
    'DELETE /api/v1/share/:id/messages/:part/feedback': {
      summary: "Take a visitor's rating back",
      access: 'public',
    },
  }),
}
