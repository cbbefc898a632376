import { type EventObject, fromCallback } from 'xstate'
import type { ConversationRef, ConversationSnapshot } from './conversation/conversation.machine.ts'
import { selectTyped } from './conversation/conversation.selectors.ts'

/** The conversations with an assistant's draft and with its published version. */
export interface Sides {
  readonly draft: ConversationRef
  readonly published: ConversationRef
}

/**
 * The state of two conversations that receive the same question. `refused`: one of them cannot be read any more.
 * `halted`: one of them could not be read, or its question did not reach the server. `level`: both were asked the same
 * questions. `apart`: they were not, and the next question restarts both.
 */
type Comparison = 'waiting' | 'refused' | 'halted' | 'level' | 'apart'

/** Editing another question takes the unsent one back, and its error with it. */
const isUnsent = (side: ConversationSnapshot) =>
  side.matches({ resting: 'unsent' }) && side.context.error !== null

const isHalted = (side: ConversationSnapshot) => side.matches('unreachable') || isUnsent(side)

const questionsOf = ({ context }: ConversationSnapshot) =>
  context.messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []))

/** The side's error, if it halts both; it does not change with the text of an answer. */
export const selectHalt = (side: ConversationSnapshot) =>
  isHalted(side) || side.matches('refused') ? side.context : null

/** The side's error, if only its last answer could not be repeated. */
export const selectUnrepeated = (side: ConversationSnapshot) =>
  side.matches('resting') && !isHalted(side) ? side.context : null

/** The part of a side that matters here; its text does not change while an answer streams. */
export function selectSide(side: ConversationSnapshot): string {
  if (side.matches('refused')) return 'refused'
  if (isHalted(side)) return 'halted'
  if (!side.hasTag('settled')) return 'waiting'
  return JSON.stringify(questionsOf(side))
}

/** Takes `selectSide` of both. */
export function comparisonOf(draft: string, published: string): Comparison {
  const sides = [draft, published]
  if (sides.includes('waiting')) return 'waiting'
  if (sides.includes('refused')) return 'refused'
  if (sides.includes('halted')) return 'halted'
  return draft === published ? 'level' : 'apart'
}

export const mayAsk = (comparison: Comparison, text: string) =>
  (comparison === 'level' || comparison === 'apart') && text.trim() !== ''

export const mayRestart = (comparison: Comparison) =>
  comparison === 'level' || comparison === 'halted' || comparison === 'refused'

const bothOf = ({ draft, published }: Sides) => [draft, published]

const current = (sides: Sides) =>
  comparisonOf(selectSide(sides.draft.getSnapshot()), selectSide(sides.published.getSnapshot()))

export function restartBoth(sides: Sides) {
  for (const side of bothOf(sides)) side.send({ type: 'conversation.restarted' })
}

/**
 * An edited question replaces the one side's last question with its answer, so that nothing is left to compare. It is a
 * new question here; what was typed before it stays.
 */
function endEditing(sides: Sides) {
  for (const side of bothOf(sides)) {
    const snapshot = side.getSnapshot()
    if (snapshot.context.edited === null || !snapshot.matches('resting')) continue
    side.send({ type: 'editing.canceled' })
    side.send({ type: 'draft.changed', text: selectTyped(snapshot) })
  }
}

/** While both are shown side by side; one of them may have been edited alone before. */
export const compareSides = fromCallback<EventObject, Sides>(({ input }) => endEditing(input))

/** The typed text is that of the draft's conversation. */
export function askBoth(sides: Sides) {
  const { draft: text } = sides.draft.getSnapshot().context
  const comparison = current(sides)
  if (!mayAsk(comparison, text)) return
  endEditing(sides)
  if (comparison === 'apart') restartBoth(sides)
  for (const side of bothOf(sides)) {
    side.send({ type: 'draft.changed', text })
    side.send({ type: 'question.submitted' })
  }
}

/** The question that only the other side was asked; undefined if more sets them apart. */
function missedBy(side: ConversationSnapshot, other: ConversationSnapshot) {
  const own = questionsOf(side)
  const missed = questionsOf(other).slice(own.length)
  const agree = own.every((question, place) => question === questionsOf(other)[place])
  return agree && missed.length === 1 ? missed[0] : undefined
}

/**
 * Asks again if a question did not arrive, and rereads what could not be read. Both are asked what is typed, or the
 * same as before if nothing is; one alone is asked what the other was, and what is typed stays for the next question.
 */
export function retryHalted(sides: Sides) {
  const [draft, published] = [sides.draft.getSnapshot(), sides.published.getSnapshot()]
  const forBoth =
    isUnsent(draft) && isUnsent(published)
      ? [draft, published].map(({ context }) => context.draft).find((text) => text.trim() !== '')
      : undefined
  for (const [side, own, other] of [
    [sides.draft, draft, published],
    [sides.published, published, draft],
  ] as const) {
    if (own.matches('unreachable')) side.send({ type: 'retry.requested' })
    if (!isUnsent(own)) continue
    const typed = forBoth ?? own.context.draft
    const question = forBoth ?? missedBy(own, other) ?? typed
    side.send({ type: 'draft.changed', text: question })
    side.send({ type: 'retry.requested' })
    // A question that does not arrive again is put back before what is typed.
    const isBefore = `${typed}\n`.startsWith(`${question}\n`)
    side.send({ type: 'draft.changed', text: isBefore ? typed.slice(question.length + 1) : typed })
  }
}
