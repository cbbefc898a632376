import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import * as z from 'zod/mini'
import {
  type ChatModel,
  ChatModelError,
  type ChatModelOptions,
  type ChatRequest,
  type TokenUsage,
  withErrors,
} from './chat-model.ts'

const Part = z.object({
  message: z._default(z.object({ content: z._default(z.string(), '') }), { content: '' }),
  done: z._default(z.boolean(), false),
  prompt_eval_count: z._default(z.number(), 0),
  eval_count: z._default(z.number(), 0),
})

const usageOf = ({ prompt_eval_count, eval_count }: z.infer<typeof Part>): TokenUsage => ({
  prompt: prompt_eval_count,
  completion: eval_count,
})

const errorOf = (error: unknown) =>
  error instanceof ChatModelError ? error : new ChatModelError(null, error)

/**
 * A server of Ollama's chat: lines of JSON. Its own client ends no request by a signal, and writes what it cannot
 * read into the log.
 */
export function createOllamaModel({ baseUrl, apiKey, model, timeout }: ChatModelOptions): ChatModel {
  const address = `${baseUrl.replace(/\/$/, '')}/api/chat`

  async function ask({ messages, temperature, tokensMax, signal }: ChatRequest, stream: boolean) {
    const unanswered = new AbortController()
    const timer = setTimeout(() => unanswered.abort(new Error('no answer in time')), timeout)
    const options = { temperature, ...(tokensMax !== undefined && { num_predict: tokensMax }) }
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(apiKey !== '' && { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify({ model, messages, stream, options }),
        signal: AbortSignal.any([signal, unanswered.signal]),
      })
      if (!response.ok) throw new ChatModelError(response.status, await response.text())
      return response
    } finally {
      clearTimeout(timer)
    }
  }

  async function* parts(request: ChatRequest) {
    const { body } = await ask(request, true)
    if (!body) return
    const lines = createInterface({ input: Readable.fromWeb(body as ReadableStream), crlfDelay: Infinity })
    for await (const line of lines) {
      if (line === '') continue
      const part = z.parse(Part, JSON.parse(line))
      yield { type: 'text' as const, text: part.message.content }
      if (!part.done) continue
      yield { type: 'usage' as const, usage: usageOf(part) }
      yield { type: 'end' as const }
    }
  }

  return {
    model,
    stream: (request) => withErrors(() => parts(request), errorOf),
    async complete(request) {
      try {
        const reply = z.parse(Part, await (await ask(request, false)).json())
        return { text: reply.message.content, usage: usageOf(reply) }
      } catch (error) {
        throw errorOf(error)
      }
    },
  }
}
