import { provideRenameConversation } from '../services/conversations/chat-room.provide.ts'
import { provideOwnHandover } from '../services/visitors/own-handover.provide.ts'
import { ChatScreen } from '../ui/conversations/chat/chat-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'
import { composeConversations } from './conversations.ts'

export const compose = (base: Base) =>
  composed(ChatScreen, {
    ...composeConversations(base),
    ownHandover: provideOwnHandover(base),
    renameConversation: provideRenameConversation({ http: base.http, cache: base.cache }),
  })
