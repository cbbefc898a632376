import type { Message } from '../../../services/contract/conversations.ts'
import type { HandoverEntry } from '../../../services/contract/handover.ts'
import { type ExchangeView, exchangesOf } from './exchanges-of.ts'

export type Part =
  | { readonly key: string; readonly at: number; readonly exchange: ExchangeView }
  | { readonly key: string; readonly at: number; readonly entry: HandoverEntry }

/** Questions with their answers, and people's messages and actions, in chronological order. */
export function threadOf(
  messages: readonly Message[],
  pending: string | null,
  entries: readonly HandoverEntry[],
): readonly Part[] {
  const askedAt = new Map(messages.map(({ id, created_at }) => [id, Date.parse(created_at)]))
  const parts: Part[] = [
    ...exchangesOf(messages, pending).map((exchange) => ({
      key: exchange.key,
      at: askedAt.get(exchange.key) ?? Number.POSITIVE_INFINITY,
      exchange,
    })),
    ...entries.map((entry) => ({ key: entry.id, at: Date.parse(entry.created_at), entry })),
  ]
  return parts.sort((one, other) => one.at - other.at)
}
