import type { renameConversationMachine } from '../../../machines/rename-conversation/rename-conversation.machine.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  readonly renameConversation: typeof renameConversationMachine
}

export const [ChatMachines, useChatMachines] = createProvided<Machines>('ChatMachines')
