import type { documents } from '../../kernel/db/schema/index.ts'

export type DocumentRow = typeof documents.$inferSelect
/** Content of a document's file. */
export type Content = Pick<DocumentRow, 'type' | 'size' | 'contentHash'>

/** Changes to a document other than its content. */
export type DocumentChanges = { name?: string | undefined; enabled?: boolean | undefined; url?: string }
