import { ConversationMachines } from '../ui/conversation/machines.ts'
import { ConversationBrowserMachines } from '../ui/conversation-browser/machines.ts'
import { ImproveMachines } from '../ui/improve/machines.ts'
import { ConversationsScreen } from '../ui/screens/conversations/conversations-screen.tsx'
import type { Base } from './base.ts'
import { composeConversations } from './conversations.ts'

export function compose(base: Base) {
  const { conversation, browser, improve } = composeConversations(base)
  return () => (
    <ConversationMachines value={conversation}>
      <ConversationBrowserMachines value={browser}>
        <ImproveMachines value={improve}>
          <ConversationsScreen />
        </ImproveMachines>
      </ConversationBrowserMachines>
    </ConversationMachines>
  )
}
