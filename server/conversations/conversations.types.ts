import { isVisited } from '../../src/services/contract/conversations.ts'
import type { conversations, messages } from '../kernel/db/schema/index.ts'

/** `isWithheld`: its viewer may not read all of its sources. */
export type MessageRow = typeof messages.$inferSelect & { isWithheld?: boolean }
export type ConversationRow = typeof conversations.$inferSelect & {
  messageCount: number
  liked: number
  disliked: number
  unanswered: number
}
/** The rows that asking a question created. */
export type AskedRows = {
  conversation: ConversationRow
  question: MessageRow
  answer: MessageRow
}

/** Even after the visitor is erased. */
export const isOfVisitor = ({ channel }: Pick<ConversationRow, 'channel'>) => isVisited(channel)
