import OpenAI, { APIError } from 'openai'
import {
  type ChatModel,
  ChatModelError,
  type ChatModelOptions,
  type ChatRequest,
  countable,
  endFor,
  observedFetch,
  withError,
  withErrors,
  withoutNulls,
} from './chat-model.ts'
import { withoutRefused } from './refused-parameters.ts'

/** Routers report the status of an error after the response has begun as its code. */
const statusOf = ({ status, code }: APIError) => {
  const reported: unknown = status ?? code
  return typeof reported === 'number' ? reported : null
}

const errorOf = (error: unknown) => {
  const status = error instanceof APIError ? statusOf(error) : null
  if (status === null) return new ChatModelError(null, { cause: error })
  const { message: said, code } = error as APIError
  return new ChatModelError(status, { said, code })
}

const usageOf = (usage?: OpenAI.CompletionUsage) =>
  countable({ prompt: usage?.prompt_tokens, completion: usage?.completion_tokens })

/**
 * Reasoning models accept neither a temperature nor the limit's older name. Strict servers know no options of a
 * stream; its usage is estimated then.
 */
const LATER_NAMES = { temperature: null, max_tokens: 'max_completion_tokens', stream_options: null }

const bodyOf = ({ messages, temperature, tokensMax }: ChatRequest) => ({
  messages: [...messages],
  temperature,
  ...(tokensMax !== undefined && { max_tokens: tokensMax }),
})

/** A server with OpenAI's chat completions. */
export function createOpenAIModel({
  baseUrl,
  apiKey,
  model,
  timeout,
  fetch: plainFetch = globalThis.fetch,
}: ChatModelOptions): ChatModel {
  const fetch = withoutRefused(plainFetch, LATER_NAMES)
  const client = new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey || 'none',
    maxRetries: 0,
    timeout,
    fetch,
    // It would write unreadable input to our log.
    logLevel: 'off',
  })
  const { models } = client
  const { completions } = client.chat
  async function* parts(request: ChatRequest) {
    const { onBytes } = request
    const heard = onBytes ? client.withOptions({ fetch: observedFetch(fetch, onBytes) }) : client
    const stream = await heard.chat.completions.create(
      { ...bodyOf(request), model, stream: true, stream_options: { include_usage: true } },
      { signal: request.signal },
    )
    for await (const { usage, choices } of stream) {
      if (usage) yield { type: 'usage' as const, usage: usageOf(usage) }
      // Gateways leave the list out where it would be empty.
      const choice = choices?.[0]
      if (choice) yield { type: 'text' as const, text: withoutNulls(choice.delta?.content ?? '') }
      yield* endFor(choice?.finish_reason)
    }
  }
  return {
    model,
    stream: (request) => withErrors(() => parts(request), errorOf),
    complete: (request) =>
      withError(async () => {
        const reply = await completions.create({ ...bodyOf(request), model }, { signal: request.signal })
        const { error } = reply as { error?: object | null }
        if (error) throw new APIError(undefined, error, undefined, undefined)
        return {
          text: withoutNulls(reply.choices?.[0]?.message?.content ?? ''),
          usage: usageOf(reply.usage),
        }
      }, errorOf),
    available: (signal) =>
      withError(async () => {
        const { data } = await models.list({ signal })
        return data.map(({ id }) => id)
      }, errorOf),
  }
}
