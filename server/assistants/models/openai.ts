import OpenAI, { APIError } from 'openai'
import {
  type ChatModel,
  ChatModelError,
  type ChatModelOptions,
  type ChatRequest,
  countable,
  observedFetch,
  withError,
  withErrors,
  withoutNulls,
} from './chat-model.ts'

const errorOf = (error: unknown) =>
  error instanceof APIError && error.status !== undefined
    ? new ChatModelError(error.status, { said: error.message })
    : new ChatModelError(null, { cause: error })

const usageOf = (usage: OpenAI.CompletionUsage) =>
  countable({ prompt: usage.prompt_tokens, completion: usage.completion_tokens })

/** Parameters that a model refused, and that are omitted from then on. */
type Refused = Set<'temperature' | 'max_tokens'>

const bodyOf = ({ messages, temperature, tokensMax }: ChatRequest, refused: Refused) => ({
  messages: [...messages],
  ...(!refused.has('temperature') && { temperature }),
  ...(tokensMax !== undefined && {
    [refused.has('max_tokens') ? 'max_completion_tokens' : 'max_tokens']: tokensMax,
  }),
})

/** Records refused parameters: reasoning models accept neither a temperature nor the limit's older name. */
const notes = (refused: Refused, error: unknown) => {
  if (!(error instanceof APIError) || error.status !== 400) return false
  const { param } = error
  if ((param !== 'temperature' && param !== 'max_tokens') || refused.has(param)) return false
  refused.add(param)
  return true
}

/** A server with OpenAI's chat completions. */
export function createOpenAIModel({ baseUrl, apiKey, model, timeout, fetch }: ChatModelOptions): ChatModel {
  const client = new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey || 'none',
    maxRetries: 0,
    timeout,
    ...(fetch && { fetch }),
    // It would write unreadable input to our log.
    logLevel: 'off',
  })
  const { models } = client
  const { completions } = client.chat
  const refused: Refused = new Set()
  const asking = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await ask()
    } catch (error) {
      if (notes(refused, error)) return asking(ask)
      throw error
    }
  }
  async function* parts(request: ChatRequest) {
    const { onBytes } = request
    const heard = onBytes
      ? client.withOptions({ fetch: observedFetch(fetch ?? globalThis.fetch, onBytes) })
      : client
    const stream = await asking(() =>
      heard.chat.completions.create(
        { ...bodyOf(request, refused), model, stream: true, stream_options: { include_usage: true } },
        { signal: request.signal },
      ),
    )
    for await (const { usage, choices } of stream) {
      if (usage) yield { type: 'usage' as const, usage: usageOf(usage) }
      const [choice] = choices
      if (choice) yield { type: 'text' as const, text: withoutNulls(choice.delta?.content ?? '') }
      const reason = choice?.finish_reason
      if (reason)
        yield {
          type: 'end' as const,
          isCut: reason === 'length',
          ...(reason === 'content_filter' && { isWithheld: true }),
        }
    }
  }
  return {
    model,
    stream: (request) => withErrors(() => parts(request), errorOf),
    complete: (request) =>
      withError(async () => {
        const reply = await asking(() =>
          completions.create({ ...bodyOf(request, refused), model }, { signal: request.signal }),
        )
        return {
          text: withoutNulls(reply.choices[0]?.message.content ?? ''),
          usage: reply.usage ? usageOf(reply.usage) : null,
        }
      }, errorOf),
    available: (signal) =>
      withError(async () => {
        const { data } = await models.list({ signal })
        return data.map(({ id }) => id)
      }, errorOf),
  }
}
