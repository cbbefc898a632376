import type { Message } from '../../../services/contract/conversations.ts'

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
