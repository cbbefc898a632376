import type {
  ConversationRef,
  ConversationSnapshot,
} from '../conversations/conversation/conversation.machine.ts'

/** The conversations with an assistant's draft and with its published version. */
export interface Sides {
  readonly draft: ConversationRef
  readonly published: ConversationRef
}

/**
 * The state of two conversations that receive the same question. `halted`: one of them could not be read, or its
 * question did not reach the server. `level`: both were asked the same questions. `apart`: they were not, and
 * the next question restarts both.
 */
export type Comparison = 'waiting' | 'halted' | 'level' | 'apart'

const isHalted = (side: ConversationSnapshot) =>
  side.matches('unreachable') || side.matches({ resting: 'unsent' })

/** The part of a side that matters here; its text does not change while an answer streams. */
export function selectSide(side: ConversationSnapshot): string {
  if (isHalted(side)) return 'halted'
  if (!side.hasTag('settled')) return 'waiting'
  const { messages } = side.context
  return JSON.stringify(messages.flatMap(({ role, content }) => (role === 'user' ? [content] : [])))
}

/** Takes `selectSide` of both. */
export function comparisonOf(draft: string, published: string): Comparison {
  const sides = [draft, published]
  if (sides.includes('waiting')) return 'waiting'
  if (sides.includes('halted')) return 'halted'
  return draft === published ? 'level' : 'apart'
}

export const mayAsk = (comparison: Comparison, text: string) =>
  (comparison === 'level' || comparison === 'apart') && text.trim() !== ''

export const mayRestart = (comparison: Comparison) => comparison === 'level' || comparison === 'halted'

const bothOf = ({ draft, published }: Sides) => [draft, published]

const current = (sides: Sides) =>
  comparisonOf(selectSide(sides.draft.getSnapshot()), selectSide(sides.published.getSnapshot()))

export function restartBoth(sides: Sides) {
  for (const side of bothOf(sides)) side.send({ type: 'conversation.restarted' })
}

/** The typed text is that of the draft's conversation. */
export function askBoth(sides: Sides) {
  const { draft: text } = sides.draft.getSnapshot().context
  const comparison = current(sides)
  if (!mayAsk(comparison, text)) return
  if (comparison === 'apart') restartBoth(sides)
  sides.published.send({ type: 'draft.changed', text })
  for (const side of bothOf(sides)) side.send({ type: 'question.submitted' })
}

/** Asks again if a question did not arrive, and rereads what could not be read. */
export function retryHalted(sides: Sides) {
  for (const side of bothOf(sides)) if (isHalted(side.getSnapshot())) side.send({ type: 'retry.requested' })
}
