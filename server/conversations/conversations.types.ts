import { isVisited } from '../../src/services/contract/conversations.ts'
import type { conversations, messages } from '../kernel/db/schema/index.ts'

/** `isWithheld`: of whom it is shown to, who may not read all that it was written from. */
export type MessageRow = typeof messages.$inferSelect & { isWithheld?: boolean }
export type ConversationRow = typeof conversations.$inferSelect & {
  messageCount: number
  liked: number
  disliked: number
  unanswered: number
}
/** What asking a question has written, and what was said before in its conversation. */
export type AskedRows = {
  earlier: MessageRow[]
  conversation: ConversationRow
  question: MessageRow
  answer: MessageRow
}

/** Also once the visitor is forgotten. */
export const isOfVisitor = ({ channel }: Pick<ConversationRow, 'channel'>) => isVisited(channel)
