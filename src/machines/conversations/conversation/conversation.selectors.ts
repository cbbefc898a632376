import { unsentText } from '../../shared/unsent-text.ts'
import type { ConversationContext } from './conversation.types.ts'

/** Its snapshot, as far as it is read. */
interface Read {
  readonly context: ConversationContext
}

/** The question that is shown as sent: a replaced question disappears as soon as the new one is sent. */
export const selectShownMessages = ({ context: { messages, edited, pending } }: Read) => {
  const replaced = edited && pending !== null ? messages.findIndex(({ id }) => id === edited.messageId) : -1
  return replaced < 0 ? messages : messages.slice(0, replaced)
}

/** Nothing can be shown yet; one that is read again stays. */
export const selectIsFirstRead = (conversation: Read & { hasTag: (tag: 'loading') => boolean }) =>
  conversation.hasTag('loading') && conversation.context.messages.length === 0

/** Id of the question that is being edited; null if none is. */
export const selectEditedId = ({ context }: Read) => context.edited?.messageId ?? null

/** The typed text, once the edit of a question has ended: the question itself, if unchanged, was not typed. */
export const selectTyped = ({ context }: Read) => {
  const { edited, draft, messages } = context
  if (edited === null) return draft
  const isUnchanged = messages.some(({ id, content }) => id === edited.messageId && content === draft)
  return unsentText({ pending: edited.shelved, draft: isUnchanged ? '' : draft })
}

/** Everything that was typed and has not arrived. */
export const selectUnsent = ({ context }: Read) =>
  unsentText({ pending: context.pending, draft: selectTyped({ context }) })

/** Closing it would lose nothing: no answer is being written, and nothing was typed. */
export const isAtRest = ({ context }: Read) =>
  selectUnsent({ context }) === '' && context.messages.at(-1)?.status !== 'streaming'
