import type { TokenPrice } from '../../kernel/config/models.ts'
import type { ModelUse } from '../../kernel/db/schema/index.ts'
import type { ChatModel, TokenUsage } from './chat-model.ts'

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
