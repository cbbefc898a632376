import type { ExchangeView } from '../conversation/exchanges-of.ts'

/** One question with both answers; null if it did not arrive. */
export interface Pair {
  readonly question: string
  readonly draft: ExchangeView | null
  readonly published: ExchangeView | null
}

/** None if the two were asked different questions: there is nothing to compare. */
export function pairsOf(draft: readonly ExchangeView[], published: readonly ExchangeView[]): readonly Pair[] {
  if (Math.abs(draft.length - published.length) > 1) return []
  const [longer, shorter] = draft.length >= published.length ? [draft, published] : [published, draft]
  if (shorter.some(({ question }, place) => question !== longer[place]?.question)) return []
  return longer.map(({ question }, place) => ({
    question,
    draft: draft[place] ?? null,
    published: published[place] ?? null,
  }))
}
