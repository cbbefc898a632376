import * as z from 'zod/mini'
import { exact, list } from '../common.ts'
import { Completion, CompletionRequest, ModelList } from '../completions.ts'
import { AnswerFeedback, Asked, Message, Question, WaitingQuestion } from '../conversations.ts'
import { ExplainRequest, SearchExplanation, SearchRequest, SearchResults } from '../search.ts'
import { EXAMPLE_IDS, QUESTION, RATING } from './examples.ts'
import { operation } from './operation.ts'
import { ASK, ASKING, BUSY, READ_OR_ASK, SEARCHING } from './phrases.ts'

const BATCH_MAX = 20
const METHOD_MAX = 100

/** Messages of JSON-RPC, one or several; the protocol's own library reads the rest of them. */
const Rpc = z.looseObject({ jsonrpc: z.literal('2.0'), method: z.optional(exact(METHOD_MAX)) })

const USED_UP = "The plan's questions of this month are used up."

/** Questions to assistants, their answers, and the search behind them. */
export const asking = {
  ask: operation('POST /api/v1/integrations/:id/ask', Asked, {
    summary: 'Ask, and wait for the answer with its citations',
    description:
      'With `stream: true`, or `Accept: text/event-stream`, the answer comes as Server-Sent Events: `started`, `token` for each piece of text, `citations`, and `done` with the whole answer, or `error`. Closing the stream stops the answer.',
    may: 'chat',
    keys: ASK,
    unaudited: ASKING,
    body: WaitingQuestion,
    example: { body: { content: QUESTION } },
    refuses: { 402: USED_UP, 409: BUSY, 502: 'The language model failed.' },
  }),
  complete: operation('POST /v1/chat/completions', Completion, {
    summary: "Ask in the shape of OpenAI's chat completions",
    description:
      "For clients of OpenAI's protocol: set their base address to this server's `/v1`, and the id of an assistant as the model. `citations` and `conversation_id` are added to the answer, with `stream: true` to the last chunk. Messages of the system, temperatures and the like are ignored: the settings of the assistant hold. A refusal has OpenAI's `error` beside its own fields.",
    who: 'self',
    keys: ASK,
    unaudited: ASKING,
    body: CompletionRequest,
    example: { body: { model: EXAMPLE_IDS.integration, messages: [{ role: 'user', content: QUESTION }] } },
    refuses: { 402: USED_UP, 404: 'There is no such assistant.', 502: 'The language model failed.' },
  }),
  tools: operation('POST /api/v1/mcp', null, {
    summary: 'Use assistants as tools of an agent (MCP)',
    description:
      'The Model Context Protocol over Streamable HTTP, without sessions. Tools: `list_assistants`, `search`, `ask` and `read_document`. Each calls the API with your key, so it needs the scope of what it does.',
    who: 'self',
    keys: ['read', 'ask', 'write', 'manage'],
    unaudited: 'Its tools call the API, whose operations write their entries.',
    body: z.union([Rpc, list(Rpc, BATCH_MAX)]),
    example: { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
  }),
  models: operation('GET /v1/models', ModelList, {
    summary: "List the assistants in the shape of OpenAI's models",
    description: 'Those that are published.',
    who: 'self',
    keys: ['read', 'ask', 'write', 'manage'],
  }),
  send: operation('POST /api/v1/integrations/:id/messages', Asked, {
    summary: 'Ask, and follow the answer over the socket',
    description:
      'Answers at once with an answer that is `streaming`: read it again by its id, or listen on `/api/ws/integrations/{id}`. The published assistant answers, or its draft with `config: "draft"`. An `Idempotency-Key` lets a repetition have no second effect.',
    may: 'chat',
    keys: ASK,
    unaudited: ASKING,
    status: 201,
    body: Question,
    example: { body: { content: QUESTION } },
    refuses: { 402: USED_UP, 409: BUSY },
  }),
  message: operation('GET /api/v1/messages/:id', Message, {
    summary: 'Read a question or an answer',
    may: 'read',
    keys: READ_OR_ASK,
  }),
  stop: operation('POST /api/v1/messages/:id/stop', Message, {
    summary: 'Stop an answer, and keep what has arrived',
    may: 'chat',
    keys: ASK,
    unaudited: ASKING,
  }),
  retry: operation('POST /api/v1/messages/:id/retry', Asked, {
    summary: 'Answer a question again',
    may: 'edit',
    keys: ASK,
    unaudited: ASKING,
    refuses: { 402: USED_UP, 409: BUSY },
  }),
  rate: operation('PUT /api/v1/messages/:id/feedback', Message, {
    summary: 'Rate an answer',
    may: 'chat',
    keys: ASK,
    unaudited: ASKING,
    body: AnswerFeedback,
    example: { body: RATING },
    refuses: { 409: 'The answer is not finished, or was given to a visitor.' },
  }),
  unrate: operation('DELETE /api/v1/messages/:id/feedback', Message, {
    summary: 'Take a rating back',
    may: 'chat',
    keys: ASK,
    unaudited: ASKING,
  }),
  search: operation('POST /api/v1/integrations/:id/search', SearchResults, {
    summary: 'Find passages without an answer',
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
