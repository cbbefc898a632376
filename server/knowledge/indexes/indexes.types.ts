import type { documents, knowledgeIndexes } from '../../kernel/db/schema/index.ts'

export type IndexRow = typeof knowledgeIndexes.$inferSelect
export type IndexedDocument = typeof documents.$inferSelect

/** An index and the person who requested it. */
export type IndexWithAuthor = IndexRow & {
  firstName: string | null
  lastName: string | null
  email: string | null
  isKept: boolean
}
