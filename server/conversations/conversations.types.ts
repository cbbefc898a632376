import type { conversations, messages } from '../db/schema/index.ts'

export type MessageRow = typeof messages.$inferSelect
export type ConversationRow = typeof conversations.$inferSelect & {
  messageCount: number
  liked: number
  disliked: number
  unanswered: number
}
/** What asking a question has written. */
export type AskedRows = { conversation: ConversationRow; question: MessageRow; answer: MessageRow }
