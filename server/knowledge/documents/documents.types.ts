import type { documents } from '../../kernel/db/schema/index.ts'

export type DocumentRow = typeof documents.$inferSelect
/** What is in a document's file. */
export type Content = Pick<DocumentRow, 'type' | 'size' | 'contentHash'>

/** What changes of a document beside its content. */
export type DocumentChanges = { name?: string | undefined; enabled?: boolean | undefined; url?: string }
