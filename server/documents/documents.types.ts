import type { documents } from '../db/schema/index.ts'

export type DocumentRow = typeof documents.$inferSelect
/** What is in a document's file. */
export type Content = Pick<DocumentRow, 'type' | 'size' | 'contentHash'>
