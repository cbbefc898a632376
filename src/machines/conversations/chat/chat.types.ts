import type { ConversationRef } from '../conversation/conversation.machine.ts'
import type { ConversationEvent } from '../conversation/conversation.types.ts'

/** A conversation with an assistant; null means that nothing has been asked in it yet. */
export interface ChatKey {
  readonly assistantId: string
  readonly conversationId: string | null
}

export interface ChatContext {
  /** The visible one; named by the address. */
  readonly shown: ChatKey | null
  /** By `keyOf`: answers continue while another conversation is shown. */
  readonly open: Readonly<Record<string, ConversationRef>>
  /** How many were opened: makes their ids unique. */
  readonly opened: number
}

/** Events forwarded to an open conversation. */
export type ConversationNews = Extract<
  ConversationEvent,
  { type: 'answer.rated' } | { type: 'conversation.changed' }
>

export type ChatEvent =
  | ({ type: 'conversation.shown' } & ChatKey)
  /** The first question of a new one reached the server: it has an id. */
  | { type: 'conversation.begun'; assistantId: string; conversationId: string }
  | { type: 'conversation.deleted'; id: string }
  | ConversationNews
  /** Another organization became the current one. */
  | { type: 'chat.left' }

export const keyOf = ({ assistantId, conversationId }: ChatKey) => conversationId ?? `new:${assistantId}`
