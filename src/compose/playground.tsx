import { ConversationMachines } from '../ui/conversation/machines.ts'
import { PlaygroundScreen } from '../ui/screens/playground/playground-screen.tsx'
import type { Base } from './base.ts'
import { composeConversations } from './conversations.ts'

export function compose(base: Base) {
  const { conversation } = composeConversations(base)
  return () => (
    <ConversationMachines value={conversation}>
      <PlaygroundScreen />
    </ConversationMachines>
  )
}
