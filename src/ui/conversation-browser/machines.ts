import type { confirmationMachine } from '../../machines/confirmation/confirmation.machine.ts'
import type { conversationTagsMachine } from '../../machines/conversation-tags/conversation-tags.machine.ts'
import type { downloadMachine } from '../../machines/download/download.machine.ts'
import type { takeGoldenMachine } from '../../machines/take-golden/take-golden.machine.ts'
import { createProvided } from '../provided.ts'

interface Machines {
  readonly conversationTags: typeof conversationTagsMachine
  readonly download: typeof downloadMachine
  readonly deleteConversation: typeof confirmationMachine
  readonly takeGolden: typeof takeGoldenMachine
}

export const [ConversationBrowserMachines, useConversationBrowserMachines] = createProvided<Machines>(
  'ConversationBrowserMachines',
)
