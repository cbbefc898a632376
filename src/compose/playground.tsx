import { PlaygroundScreen } from '../ui/conversations/playground/playground-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'
import { composeConversations } from './conversations.ts'
import { composeOwnHandover } from './own-handover.ts'

export const compose = (base: Base) =>
  composed(PlaygroundScreen, { ...composeConversations(base), ownHandover: composeOwnHandover(base) })
