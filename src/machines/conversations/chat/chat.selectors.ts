import type { SnapshotFrom } from 'xstate'
import type { chatMachine } from './chat.machine.ts'
import { type ChatKey, keyOf } from './chat.types.ts'

/** The conversation that an address names. A new conversation gets its id shortly before the address does. */
export const selectChatConversation =
  (chatKey: ChatKey) =>
  ({ context: { open, shown } }: SnapshotFrom<typeof chatMachine>) => {
    const isNamedLater = chatKey.conversationId === null && shown?.assistantId === chatKey.assistantId
    return open[keyOf(chatKey)] ?? (isNamedLater ? open[keyOf(shown)] : null) ?? null
  }
