import OpenAI, { APIError } from 'openai'
import {
  type ChatModel,
  ChatModelError,
  type ChatModelOptions,
  type ChatRequest,
  type TokenUsage,
  withErrors,
} from './chat-model.ts'

const errorOf = (error: unknown) =>
  new ChatModelError(error instanceof APIError ? (error.status ?? null) : null, error)

const usageOf = (usage: OpenAI.CompletionUsage): TokenUsage => ({
  prompt: usage.prompt_tokens,
  completion: usage.completion_tokens,
})

const bodyOf = ({ messages, temperature, tokensMax }: ChatRequest) => ({
  messages: [...messages],
  temperature,
  ...(tokensMax !== undefined && { max_tokens: tokensMax }),
})

/** A server of OpenAI's chat completions. */
export function createOpenAIModel({ baseUrl, apiKey, model, timeout }: ChatModelOptions): ChatModel {
  const { completions } = new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey || 'none',
    maxRetries: 0,
    timeout,
    // It would write what it cannot read into ours.
    logLevel: 'off',
  }).chat
  async function* parts(request: ChatRequest) {
    const stream = await completions.create(
      { ...bodyOf(request), model, stream: true, stream_options: { include_usage: true } },
      { signal: request.signal },
    )
    for await (const { usage, choices } of stream) {
      if (usage) yield { type: 'usage' as const, usage: usageOf(usage) }
      const [choice] = choices
      if (choice) yield { type: 'text' as const, text: choice.delta?.content ?? '' }
      if (choice?.finish_reason) yield { type: 'end' as const }
    }
  }
  return {
    model,
    stream: (request) => withErrors(() => parts(request), errorOf),
    async complete(request) {
      const reply = await completions
        .create({ ...bodyOf(request), model }, { signal: request.signal })
        .catch((error: unknown) => {
          throw errorOf(error)
        })
      return {
        text: reply.choices[0]?.message.content ?? '',
        usage: reply.usage ? usageOf(reply.usage) : null,
      }
    },
  }
}
