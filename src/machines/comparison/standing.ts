import type { ConversationRef, ConversationSnapshot } from '../conversation/conversation.machine.ts'
import type { Sides, Standing } from './comparison.types.ts'

const isHalted = (side: ConversationSnapshot) =>
  side.matches('unreachable') || side.matches({ resting: 'unsent' })

const phaseOf = (sides: readonly ConversationSnapshot[]): Standing['phase'] => {
  if (!sides.every((side) => side.hasTag('settled') || isHalted(side))) return 'waiting'
  return sides.some(isHalted) ? 'halted' : 'resting'
}

const questionsOf = ({ context: { messages } }: ConversationSnapshot) =>
  messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []))

const haveBeenAskedTheSame = (draft: readonly string[], published: readonly string[]) =>
  draft.length === published.length && draft.every((question, place) => question === published[place])

/** Questions are looked at only once both rest: a stream has many snapshots. */
export function standingOf(sides: Sides): Standing {
  const [draft, published] = [sides.draft.getSnapshot(), sides.published.getSnapshot()]
  const phase = phaseOf([draft, published])
  return {
    phase,
    isLevel: phase === 'resting' && haveBeenAskedTheSame(questionsOf(draft), questionsOf(published)),
    text: draft.context.draft,
  }
}

/** Those of the two whose question did not reach the server, or that could not be read. */
export const haltedOf = ({ draft, published }: Sides): readonly ConversationRef[] =>
  [draft, published].filter((side) => isHalted(side.getSnapshot()))
