import Anthropic, { APIError } from '@anthropic-ai/sdk'
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
import { withoutRefused } from './refused-parameters.ts'

/** The protocol requires a limit. */
const TOKENS_MAX = 4_096
const LISTED_MAX = 1_000
/** Its maximum temperature. */
const TEMPERATURE_MAX = 1

/** Statuses of errors that come after the response has begun. */
const STATUSES: Readonly<Record<string, number>> = {
  rate_limit_error: 429,
  api_error: 500,
  overloaded_error: 529,
}

const errorOf = (error: unknown) => {
  const status = error instanceof APIError ? (error.status ?? STATUSES[error.type ?? '']) : undefined
  if (status === undefined) return new ChatModelError(null, { cause: error })
  const { message: said, type: code } = error as APIError
  return new ChatModelError(status, { said, code })
}

/** Its instructions are separate from the messages, if there are any. */
const rulesIn = (messages: ChatRequest['messages']) => {
  const rules = messages.flatMap(({ role, content }) => (role === 'system' ? [content] : []))
  return rules.length > 0 && { system: rules.join('\n\n') }
}

const bodyOf = ({ messages, temperature, tokensMax }: ChatRequest) => ({
  ...rulesIn(messages),
  messages: messages.flatMap(({ role, content }) => (role === 'system' ? [] : [{ role, content }])),
  temperature: Math.min(temperature, TEMPERATURE_MAX),
  max_tokens: tokensMax ?? TOKENS_MAX,
})

/** A server with Anthropic's Messages API. */
export function createAnthropicModel({
  baseUrl,
  apiKey,
  model,
  timeout,
  fetch = globalThis.fetch,
}: ChatModelOptions): ChatModel {
  const { messages, models } = new Anthropic({
    baseURL: baseUrl,
    apiKey: apiKey || 'none',
    // Prevents the client from using one in the environment.
    authToken: null,
    maxRetries: 0,
    timeout,
    // Its later models refuse a temperature.
    fetch: withoutRefused(fetch, { temperature: null }),
    // It would write unreadable input to our log.
    logLevel: 'off',
  })
  async function* parts(request: ChatRequest) {
    const stream = await messages.create(
      { ...bodyOf(request), model, stream: true },
      { signal: request.signal },
    )
    let prompt: number | undefined
    for await (const event of stream) {
      // Compatible servers leave the usage out, or report the prompt only at the end.
      if (event.type === 'message_start') prompt = event.message?.usage?.input_tokens
      // Even a ping shows that it is alive.
      const isText = event.type === 'content_block_delta' && event.delta.type === 'text_delta'
      yield {
        type: 'text' as const,
        text: isText ? withoutNulls((event.delta as Anthropic.TextDelta).text) : '',
      }
      if (event.type !== 'message_delta') continue
      const { input_tokens, output_tokens } = event.usage ?? {}
      const usage = countable({ prompt: input_tokens ?? prompt, completion: output_tokens })
      yield { type: 'usage' as const, usage }
      yield* endFor(event.delta.stop_reason)
    }
  }
  return {
    model,
    stream: (request) => withErrors(() => parts(request), errorOf),
    complete: (request) =>
      withError(async () => {
        const { content, usage } = await messages.create(
          { ...bodyOf(request), model },
          { signal: request.signal },
        )
        return {
          text: withoutNulls(content.map((block) => (block.type === 'text' ? block.text : '')).join('')),
          usage: countable({ prompt: usage?.input_tokens, completion: usage?.output_tokens }),
        }
      }, errorOf),
    available: (signal) =>
      withError(async () => {
        const { data } = await models.list({ limit: LISTED_MAX }, { signal })
        return data.map(({ id }) => id)
      }, errorOf),
  }
}
