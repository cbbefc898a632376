import type { TokenPrice } from '../../kernel/config/models.ts'
import type { ModelUse } from '../../kernel/db/schema/index.ts'
import { measured } from '../../kernel/telemetry/operations.ts'
import type { ChatModel, ChatRequest, TokenUsage } from './chat-model.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'

/** Number of tokens that a price is for. */
const PRICED = 1_000_000

/** A callable model: its provider, key owner and price. */
export type ModelSource = {
  chat: ChatModel
  /** Null for the operator's own model server. */
  provider: string | null
  of: ModelUse['of']
  price: TokenPrice | null
  /** Shared by all models of a provider: if one is unreachable, all are. */
  circuit: string
}

/** The answering model and its fallbacks. */
export type ModelSources = readonly [ModelSource, ...ModelSource[]]

/** The first one whose circuit is closed, else the first. */
export const firstInUse = (sources: ModelSources, breaker: Pick<CircuitBreaker, 'isOpen'>) =>
  sources.find(({ circuit }) => !breaker.isOpen(circuit)) ?? sources[0]

export const costOf = ({ input, output, currency }: TokenPrice, { prompt, completion }: TokenUsage) => ({
  amount: (prompt * input + completion * output) / PRICED,
  currency,
})

export const useOf = ({ chat, provider, of, price }: ModelSource, usage: TokenUsage): ModelUse => ({
  ...usage,
  model: chat.model,
  provider,
  of,
  cost: price && costOf(price, usage),
})

/** Enough for the JSON, and for the thoughts before it. */
const JSON_TOKENS_MAX = 1_500

/** Asks for JSON in one response, which models often wrap in a code fence or a sentence. */
export const askForJson = async (
  source: ModelSource,
  operation: 'model.check' | 'model.rewrite',
  request: Pick<ChatRequest, 'messages' | 'signal'>,
) => {
  const { text, usage } = await measured(operation, { model: source.chat.model }, () =>
    source.chat.complete({ ...request, temperature: 0, tokensMax: JSON_TOKENS_MAX }),
  )
  // Thoughts may contain JSON as well, and their first tag may stand in the prompt.
  const said = text.split('</think>').at(-1)!
  return {
    json: said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1),
    use: usage && useOf(source, usage),
  }
}
