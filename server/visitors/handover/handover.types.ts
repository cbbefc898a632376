import type { HandoverEntryKind, Requester } from '../../../src/services/contract/handover.ts'
import type { ConversationRow } from '../../conversations/conversations.types.ts'
import type { handoverEntries, handovers } from '../../kernel/db/schema/index.ts'

export type HandoverRow = typeof handovers.$inferSelect
export type EntryRow = typeof handoverEntries.$inferSelect
export type NewEntry = Pick<
  typeof handoverEntries.$inferInsert,
  'kind' | 'authorId' | 'author' | 'content' | 'deliveredAt'
>
/** With the columns of the list. */
export type ItemRow = HandoverRow & {
  title: string
  assistant: string
  assignee: string | null
  visitorId: string | null
  /** The member who asked. */
  memberId: string | null
}

/** Without notes and the team's internal actions. */
export const SHOWN_TO_ASKER: HandoverEntryKind[] = [
  'visitor',
  'reply',
  'taken',
  'given_back',
  'resolved',
  'closed',
]

/** Members ask in Chat, visitors from outside; a question in the Playground is a trial. */
export const requesterOf = ({ channel }: Pick<ConversationRow, 'channel'>): Requester => {
  if (channel === 'chat') return 'member'
  return channel === 'playground' ? 'trial' : 'visitor'
}

/** Path in the app where the team replies. */
export const inboxPathOf = ({ conversationId }: HandoverRow) => `/inbox?conversation=${conversationId}`

/** Path in the app where a member asked. */
export const chatPathOf = ({ integrationId, conversationId }: HandoverRow) =>
  `/chat?assistant=${integrationId}&conversation=${conversationId}`
