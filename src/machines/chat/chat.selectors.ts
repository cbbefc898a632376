import type { SnapshotFrom } from 'xstate'
import type { chatMachine } from './chat.machine.ts'
import { keyOf, type Talk } from './chat.types.ts'

/** The conversation that an address names. A new one has its id a moment before the address has it. */
export const selectTalk =
  (talk: Talk) =>
  ({ context: { open, shown } }: SnapshotFrom<typeof chatMachine>) => {
    const isNamedLater = talk.conversationId === null && shown?.assistantId === talk.assistantId
    return open[keyOf(talk)] ?? (isNamedLater ? open[keyOf(shown)] : null) ?? null
  }
