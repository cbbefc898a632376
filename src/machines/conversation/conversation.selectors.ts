import type { ConversationSnapshot } from './conversation.machine.ts'

/** What is shown as asked: a question that is replaced goes as soon as the new one is on its way. */
export const selectShownMessages = ({ context: { messages, edited, pending } }: ConversationSnapshot) => {
  const replaced = edited && pending !== null ? messages.findIndex(({ id }) => id === edited.messageId) : -1
  return replaced < 0 ? messages : messages.slice(0, replaced)
}

/** Id of the question that is written anew; null when none is. */
export const selectEditedId = ({ context }: ConversationSnapshot) => context.edited?.messageId ?? null

/** Nothing would be lost if it were closed: no answer on its way, nothing half written. */
export const isAtRest = ({ context: { messages, pending, draft } }: Pick<ConversationSnapshot, 'context'>) =>
  pending === null && draft === '' && messages.at(-1)?.status !== 'streaming'
