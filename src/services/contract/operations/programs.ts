import * as z from 'zod/mini'
import { exact, list } from '../common.ts'
import { Completion, CompletionModel, CompletionRequest, ModelList } from '../completions.ts'
import { EXAMPLE_IDS, QUESTION } from './examples.ts'
import { operation } from './operation.ts'
import { ASK, ASKING, USED_UP } from './phrases.ts'

const BATCH_MAX = 20
const METHOD_MAX = 100

/** One or several JSON-RPC messages; the protocol's own library parses the rest. */
const Rpc = z.looseObject({ jsonrpc: z.literal('2.0'), method: z.optional(exact(METHOD_MAX)) })

/** Assistants in the protocols of other programs: OpenAI's, and the Model Context Protocol. The app calls none of them. */
export const programs = {
  complete: operation('POST /v1/chat/completions', Completion, {
    summary: 'Chat completions (OpenAI-compatible)',
    description:
      'For OpenAI clients: set the base address to this server’s `/v1` and use the id of an assistant as the model. The response also has `citations` and `conversation_id`; with `stream: true` they are in the last chunk. System messages, temperature and similar parameters are ignored in favour of the assistant’s settings. Errors have OpenAI’s `error` beside their own fields.',
    who: 'self',
    keys: ASK,
    unaudited: ASKING,
    body: CompletionRequest,
    example: { body: { model: EXAMPLE_IDS.integration, messages: [{ role: 'user', content: QUESTION }] } },
    refuses: {
      402: USED_UP,
      404: 'Assistant not found.',
      409: 'The assistant is not published.',
      413: 'The request is larger than 1 MiB.',
      502: 'The language model failed.',
    },
  }),
  tools: operation('POST /api/v1/mcp', null, {
    summary: 'Use assistants as tools over MCP',
    description:
      'The Model Context Protocol over Streamable HTTP, without sessions. Tools: `list_assistants`, `search`, `ask` and `read_document`. Each tool calls the API with your key, so the key needs the matching scope. A notification gets no answer: 202 without a body.',
    who: 'self',
    keys: ['read', 'ask', 'write', 'manage'],
    unaudited: 'Its tools call the API, whose operations write their entries.',
    secret: true,
    body: z.union([Rpc, list(Rpc, BATCH_MAX)]),
    example: { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
  }),
  models: operation('GET /v1/models', ModelList, {
    summary: 'List the assistants as models (OpenAI-compatible)',
    description: 'Published assistants only.',
    who: 'self',
    keys: ['read', 'ask', 'write', 'manage'],
  }),
  model: operation('GET /v1/models/:model', CompletionModel, {
    summary: 'Get an assistant as a model (OpenAI-compatible)',
    who: 'self',
    keys: ['read', 'ask', 'write', 'manage'],
    params: z.object({ model: exact(100) }),
  }),
}
