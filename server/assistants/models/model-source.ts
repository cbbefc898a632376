import type { TokenPrice } from '../../kernel/config/models.ts'
import type { ModelUse } from '../../kernel/db/schema/index.ts'
import type { ChatModel, TokenUsage } from './chat-model.ts'

/** A price is for so many tokens. */
const PRICED = 1_000_000

/** A model that can be asked: who provides it, by whose key, and at which price. */
export type ModelSource = {
  chat: ChatModel
  /** Null for the server of the operator's own model. */
  provider: string | null
  of: ModelUse['of']
  price: TokenPrice | null
  /** The same for all models of a provider: when one is not reached, none is. */
  circuit: string
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
