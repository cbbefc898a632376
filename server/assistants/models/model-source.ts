import type { TokenPrice } from '../../kernel/config/models.ts'
import type { ChatModel, TokenUsage } from './chat-model.ts'

/** A price is for so many tokens. */
const PRICED = 1_000_000

/** A model that can be asked: who provides it, by whose key, and at which price. */
export type ModelSource = {
  chat: ChatModel
  /** Null for the server of the operator's own model. */
  provider: string | null
  of: 'operator' | 'organization'
  price: TokenPrice | null
  /** The same for all models of a provider: when one is not reached, none is. */
  circuit: string
}

/** What one call of a model has used, as it is kept with its answer; without a price it has no cost. */
export type ModelUse = TokenUsage & {
  model: string
  provider: string | null
  of: ModelSource['of']
  cost: { amount: number; currency: string } | null
  /** The model did not say what it used: it broke off, was stopped, or never says it. */
  isEstimated?: true
}

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
