import { ConversationsScreen } from '../ui/conversations/conversations-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'
import { composeConversations } from './conversations.ts'

export const compose = (base: Base) => composed(ConversationsScreen, composeConversations(base))
