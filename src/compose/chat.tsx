import { provideRenameConversation } from '../services/chat-room.provide.ts'
import { ConversationMachines } from '../ui/conversation/machines.ts'
import { ConversationBrowserMachines } from '../ui/conversation-browser/machines.ts'
import { ChatScreen } from '../ui/screens/chat/chat-screen.tsx'
import { ChatMachines } from '../ui/screens/chat/machines.ts'
import type { Base } from './base.ts'
import { composeConversations } from './conversations.ts'

export function compose(base: Base) {
  const { conversation, browser } = composeConversations(base)
  const chat = { renameConversation: provideRenameConversation({ http: base.http, cache: base.cache }) }
  return () => (
    <ConversationMachines value={conversation}>
      <ConversationBrowserMachines value={browser}>
        <ChatMachines value={chat}>
          <ChatScreen />
        </ChatMachines>
      </ConversationBrowserMachines>
    </ConversationMachines>
  )
}
