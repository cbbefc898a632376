import type { Message } from '../../../services/contract/conversations.ts'
import type { HandoverEntry } from '../../../services/contract/handover.ts'

/** A question with its answer, as one row of the page. */
export interface ExchangeView {
  readonly key: string
  readonly question: string
  readonly answer: Message | null
}

/** Pairs messages; `pending` is a question in flight. */
export function exchangesOf(messages: readonly Message[], pending: string | null): readonly ExchangeView[] {
  const pairs: ExchangeView[] = []
  for (const [place, message] of messages.entries()) {
    if (message.role !== 'user') continue
    const next = messages[place + 1]
    pairs.push({
      key: message.id,
      question: message.content,
      answer: next?.role === 'assistant' ? next : null,
    })
  }
  return pending === null ? pairs : [...pairs, { key: 'pending', question: pending, answer: null }]
}

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
