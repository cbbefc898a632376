import * as z from 'zod/mini'
import { exact, list } from '../common.ts'
import { Completion, CompletionModel, CompletionRequest, ModelList } from '../completions.ts'
import { EXAMPLE_IDS, QUESTION } from './examples.ts'
import { operation } from './operation.ts'
import { ASK, ASKING, USED_UP } from './phrases.ts'

const BATCH_MAX = 20
const METHOD_MAX = 100

/** Messages of JSON-RPC, one or several; the protocol's own library reads the rest of them. */
const Rpc = z.looseObject({ jsonrpc: z.literal('2.0'), method: z.optional(exact(METHOD_MAX)) })

/** Assistants in the protocols of other programs: OpenAI's, and the Model Context Protocol. The app calls none of them. */
export const programs = {
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
  model: operation('GET /v1/models/:model', CompletionModel, {
    summary: "Read an assistant in the shape of one of OpenAI's models",
    who: 'self',
    keys: ['read', 'ask', 'write', 'manage'],
    params: z.object({ model: exact(100) }),
  }),
}
