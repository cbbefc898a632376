import type { Requester } from '../../../src/services/contract/handover.ts'
import type { ConversationRow } from '../../conversations/conversations.types.ts'
import type { handoverEntries, handovers } from '../../kernel/db/schema/index.ts'

export type HandoverRow = typeof handovers.$inferSelect
export type EntryRow = typeof handoverEntries.$inferSelect
export type NewEntry = Pick<
  typeof handoverEntries.$inferInsert,
  'kind' | 'authorId' | 'author' | 'content' | 'deliveredAt'
>
/** With what a list shows of it. */
export type ItemRow = HandoverRow & {
  title: string
  assistant: string
  assignee: string | null
  visitorId: string | null
  /** The member who asks. */
  memberId: string | null
}

/** Members ask in Chat, visitors from outside; what is asked in the Playground is a trial. */
export const requesterOf = ({ channel }: Pick<ConversationRow, 'channel'>): Requester => {
  if (channel === 'chat') return 'member'
  return channel === 'playground' ? 'trial' : 'visitor'
}

/** A path of the app: where a member has asked. */
export const chatPathOf = ({ integrationId, conversationId }: HandoverRow) =>
  `/chat?assistant=${integrationId}&conversation=${conversationId}`
