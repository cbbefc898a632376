import type { Spent } from '../../../src/services/contract/analytics.ts'
import { costOf } from '../../assistants/models/model-source.ts'
import type { TokenPrice } from '../../kernel/config/models.ts'
import type { AnalyticsRepository } from './analytics.repository.ts'

export type Used = Awaited<ReturnType<AnalyticsRepository['uses']>>[number]

/** Usage from before the operator set a price is counted at today's. */
export const pricedBy =
  (price: TokenPrice | null) =>
  (use: Used): Used => {
    if (!price || use.currency !== null || use.of !== 'operator' || use.provider !== null) return use
    return { ...use, ...costOf(price, use) }
  }

export const spentOf = (uses: readonly Used[]): Spent => {
  const sum = (of: readonly Used[], key: 'prompt' | 'completion' | 'amount') =>
    of.reduce((total, use) => total + use[key], 0)
  return {
    prompt_tokens: sum(uses, 'prompt'),
    completion_tokens: sum(uses, 'completion'),
    is_estimated: uses.some(({ isEstimated }) => isEstimated),
    costs: [...Map.groupBy(uses, ({ currency }) => currency)]
      .flatMap(([currency, of]) => (currency === null ? [] : [{ amount: sum(of, 'amount'), currency }]))
      .sort((a, b) => a.currency.localeCompare(b.currency, 'en')),
  }
}
