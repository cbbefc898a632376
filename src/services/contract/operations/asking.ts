import { AnswerFeedback, Asked, Message, Question, RetryQuery, WaitingQuestion } from '../conversations.ts'
import { ExplainRequest, SearchExplanation, SearchRequest, SearchResults } from '../search.ts'
import { EXAMPLE_IDS, QUESTION, RATING } from './examples.ts'
import { operation } from './operation.ts'
import { ASK, ASKING, BUSY, NOT_FINISHED, READ_OR_ASK, SEARCHING, USED_UP } from './phrases.ts'

const NOT_RATEABLE = { 409: `${NOT_FINISHED} A visitor’s answer is rated by the visitor.` }

/** Questions to assistants, their answers, and the search behind them. */
export const asking = {
  ask: operation('POST /api/v1/integrations/:id/ask', Asked, {
    summary: 'Ask a question and wait for the answer',
    description:
      'With `stream: true`, or `Accept: text/event-stream`, the answer is sent as Server-Sent Events: `started`, `token` for each piece of text, `citations`, and `done` with the whole answer, or `error`. Closing the stream stops the answer.',
    may: 'chat',
    keys: ASK,
    unaudited: ASKING,
    body: WaitingQuestion,
    example: { body: { content: QUESTION } },
    refuses: { 402: USED_UP, 409: BUSY, 502: 'The language model failed.' },
  }),
  send: operation('POST /api/v1/integrations/:id/messages', Asked, {
    summary: 'Ask a question and stream the answer over the socket',
    description:
      'Responds at once with an answer whose status is `streaming`. Get it by its id later, or listen on `/api/ws/integrations/{id}`. The published assistant answers; use `config: "draft"` for its draft. With an `Idempotency-Key`, a repeated request has no further effect.',
    may: 'chat',
    keys: ASK,
    unaudited: ASKING,
    status: 201,
    body: Question,
    example: { body: { content: QUESTION } },
    refuses: { 402: USED_UP, 409: BUSY },
  }),
  message: operation('GET /api/v1/messages/:id', Message, {
    summary: 'Get a question or an answer',
    may: 'read',
    keys: READ_OR_ASK,
  }),
  stop: operation('POST /api/v1/messages/:id/stop', Message, {
    summary: 'Stop an answer and keep the text so far',
    may: 'chat',
    keys: ASK,
    unaudited: ASKING,
  }),
  retry: operation('POST /api/v1/messages/:id/retry', Asked, {
    summary: 'Regenerate an answer',
    description: 'With `wait=true`, the answer waits until the documents being processed can be searched.',
    may: 'edit',
    keys: ASK,
    unaudited: ASKING,
    query: RetryQuery,
    refuses: { 402: USED_UP, 409: BUSY },
  }),
  rate: operation('PUT /api/v1/messages/:id/feedback', Message, {
    summary: 'Rate an answer',
    may: 'chat',
    keys: ASK,
    unaudited: ASKING,
    body: AnswerFeedback,
    example: { body: RATING },
    refuses: NOT_RATEABLE,
  }),
  unrate: operation('DELETE /api/v1/messages/:id/feedback', Message, {
    summary: 'Remove a rating',
    may: 'chat',
    keys: ASK,
    unaudited: ASKING,
    refuses: NOT_RATEABLE,
  }),
  search: operation('POST /api/v1/integrations/:id/search', SearchResults, {
    summary: 'Search passages',
    may: 'read',
    keys: READ_OR_ASK,
    unaudited: SEARCHING,
    body: SearchRequest,
    example: { body: { query: QUESTION, limit: 5 } },
  }),
  explain: operation('POST /api/v1/integrations/:id/search/explain', SearchExplanation, {
    summary: 'Explain why a passage is or is not found',
    may: 'read',
    keys: READ_OR_ASK,
    unaudited: SEARCHING,
    body: ExplainRequest,
    example: { body: { query: QUESTION, passage_id: EXAMPLE_IDS.passage } },
  }),
}
