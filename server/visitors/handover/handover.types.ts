import type { handoverEntries, handovers } from '../../kernel/db/schema/index.ts'

export type HandoverRow = typeof handovers.$inferSelect
export type EntryRow = typeof handoverEntries.$inferSelect
export type NewEntry = Pick<
  typeof handoverEntries.$inferInsert,
  'kind' | 'authorId' | 'author' | 'content' | 'deliveredAt'
>
/** With what a list shows of it. */
export type ItemRow = HandoverRow & { title: string; assistant: string; assignee: string | null }
