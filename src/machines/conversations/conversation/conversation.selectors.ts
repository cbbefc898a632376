import type { ConversationSnapshot } from './conversation.machine.ts'

/** The question that is shown as sent: a replaced question disappears as soon as the new one is sent. */
export const selectShownMessages = ({ context: { messages, edited, pending } }: ConversationSnapshot) => {
  const replaced = edited && pending !== null ? messages.findIndex(({ id }) => id === edited.messageId) : -1
  return replaced < 0 ? messages : messages.slice(0, replaced)
}

/** Id of the question that is being edited; null if none is. */
export const selectEditedId = ({ context }: ConversationSnapshot) => context.edited?.messageId ?? null

/** Closing it would lose nothing: no answer is being written, and the draft is empty. */
export const isAtRest = ({ context: { messages, pending, draft } }: Pick<ConversationSnapshot, 'context'>) =>
  pending === null && draft === '' && messages.at(-1)?.status !== 'streaming'
