import { provideRenameConversation } from '../services/conversations/chat.provide.ts'
import { ChatScreen } from '../ui/conversations/chat/chat-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'
import { composeConversations } from './conversations.ts'
import { composeOwnHandover } from './own-handover.ts'

export const compose = (base: Base) =>
  composed(ChatScreen, {
    ...composeConversations(base),
    ownHandover: composeOwnHandover(base),
    renameConversation: provideRenameConversation({ http: base.http, cache: base.cache }),
  })
