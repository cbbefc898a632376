import type { ConversationRef } from '../conversation/conversation.machine.ts'

/** The conversations with an assistant's draft, and with what is published of it. */
export interface Sides {
  readonly draft: ConversationRef
  readonly published: ConversationRef
}

/** How the two conversations stand to each other. */
export interface Standing {
  /** `halted`: one could not be read, or its question did not reach the server. */
  readonly phase: 'waiting' | 'halted' | 'resting'
  /** Whether both have been asked the same. */
  readonly isLevel: boolean
  /** What is typed: that of the draft's conversation. */
  readonly text: string
}

export interface ComparisonContext {
  readonly sides: Sides
  readonly standing: Standing
}

export type ComparisonEvent =
  | { type: 'standing.changed'; standing: Standing }
  | { type: 'question.submitted' }
  | { type: 'retry.requested' }
  | { type: 'comparison.restarted' }
