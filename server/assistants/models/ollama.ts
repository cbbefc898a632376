import { Stream } from 'openai/streaming'
import * as z from 'zod/mini'
import {
  type ChatModel,
  ChatModelError,
  type ChatModelOptions,
  type ChatRequest,
  countable,
  endFor,
  withError,
  withErrors,
  withoutNulls,
} from './chat-model.ts'
import { tokensIn } from './token-count.ts'

const Part = z.object({
  message: z._default(z.object({ content: z._default(z.string(), '') }), { content: '' }),
  done: z._default(z.boolean(), false),
  done_reason: z._default(z.string(), ''),
  prompt_eval_count: z._default(z.number(), 0),
  eval_count: z._default(z.number(), 0),
})

const Tags = z.object({ models: z.array(z.object({ name: z.string() })) })

const usageOf = ({ prompt_eval_count, eval_count }: z.infer<typeof Part>) =>
  countable({ prompt: prompt_eval_count, completion: eval_count })

const errorOf = (error: unknown) =>
  error instanceof ChatModelError ? error : new ChatModelError(null, { cause: error })

/** Assumed length of an answer without a limit. */
const ANSWER_TOKENS = 2_048
const CONTEXT_STEP = 2_048

/** The token window that a request needs: Ollama's default silently drops the beginning of longer ones. */
const contextFor = (messages: ChatRequest['messages'], answerTokens = ANSWER_TOKENS) => {
  const asked = messages.reduce((sum, { content }) => sum + tokensIn(content), 0)
  return Math.ceil((asked + answerTokens) / CONTEXT_STEP) * CONTEXT_STEP
}

/**
 * A server with Ollama's chat API: lines of JSON. Its own client cannot abort a request by a signal, and writes
 * unreadable input to the log.
 */
export function createOllamaModel({
  baseUrl,
  apiKey,
  model,
  timeout,
  fetch = globalThis.fetch,
}: ChatModelOptions): ChatModel {
  const server = baseUrl.replace(/\/$/, '')
  const headers = {
    'content-type': 'application/json',
    ...(apiKey !== '' && { authorization: `Bearer ${apiKey}` }),
  }

  async function call(path: string, signal: AbortSignal, body?: object) {
    const unanswered = new AbortController()
    const timer = setTimeout(() => unanswered.abort(new Error('no answer in time')), timeout)
    try {
      const response = await fetch(server + path, {
        headers,
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        signal: AbortSignal.any([signal, unanswered.signal]),
      })
      if (!response.ok) throw new ChatModelError(response.status, { said: await response.text() })
      return response
    } finally {
      clearTimeout(timer)
    }
  }

  function ask({ messages, temperature, tokensMax, signal }: ChatRequest, stream: boolean) {
    const options = {
      temperature,
      num_ctx: contextFor(messages, tokensMax),
      ...(tokensMax !== undefined && { num_predict: tokensMax }),
    }
    return call('/api/chat', signal, { model, messages, stream, options })
  }

  async function* parts(request: ChatRequest) {
    const { body } = await ask(request, true)
    if (!body) return
    for await (const line of Stream.fromReadableStream(body, new AbortController())) {
      const part = z.parse(Part, line)
      yield { type: 'text' as const, text: withoutNulls(part.message.content) }
      if (!part.done) continue
      yield { type: 'usage' as const, usage: usageOf(part) }
      // Earlier versions give no reason.
      yield* endFor(part.done_reason || 'stop')
    }
  }

  return {
    model,
    stream: (request) => withErrors(() => parts(request), errorOf),
    complete: (request) =>
      withError(async () => {
        const reply = z.parse(Part, await (await ask(request, false)).json())
        return { text: withoutNulls(reply.message.content), usage: usageOf(reply) }
      }, errorOf),
    available: (signal) =>
      withError(async () => {
        const { models } = z.parse(Tags, await (await call('/api/tags', signal)).json())
        return models.map(({ name }) => name)
      }, errorOf),
  }
}
