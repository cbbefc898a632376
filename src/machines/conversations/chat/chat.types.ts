import type { ConversationRef } from '../conversation/conversation.machine.ts'
import type { ConversationEvent } from '../conversation/conversation.types.ts'

/** A conversation with an assistant; null is one in which nothing was asked yet. */
export interface ChatKey {
  readonly assistantId: string
  readonly conversationId: string | null
}

export interface ChatContext {
  /** The one that is looked at; the address names it. */
  readonly shown: ChatKey | null
  /** By `keyOf`: answers go on while another conversation is shown. */
  readonly open: Readonly<Record<string, ConversationRef>>
  /** How many were opened: no two have one id. */
  readonly opened: number
}

/** What an open conversation is told. */
export type ConversationNews = Extract<
  ConversationEvent,
  { type: 'answer.rated' } | { type: 'conversation.changed' }
>

export type ChatEvent =
  | ({ type: 'conversation.shown' } & ChatKey)
  /** The first question of a new one has reached the server: it has an id. */
  | { type: 'conversation.begun'; assistantId: string; conversationId: string }
  | { type: 'conversation.deleted'; id: string }
  | ConversationNews
  /** Another organization is the current one. */
  | { type: 'chat.left' }

export const keyOf = ({ assistantId, conversationId }: ChatKey) => conversationId ?? `new:${assistantId}`
