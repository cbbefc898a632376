import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { GapStatus } from '../../../../src/services/contract/analytics.ts'
import { messages } from './conversations.ts'
import { bytea, documents } from './knowledge.ts'

/** The documents found for an answer, and those that it cites. */
export const documentUses = pgTable(
  'document_uses',
  {
    answerId: uuid()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    documentId: uuid()
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    cited: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.answerId, table.documentId] }),
    index('document_uses_document').on(table.documentId),
  ],
)

/** A question that the documents could not answer; `embedding` is the question's, as for passages. */
export const gaps = pgTable('gaps', {
  answerId: uuid()
    .primaryKey()
    .references(() => messages.id, { onDelete: 'cascade' }),
  embedding: bytea().notNull(),
  embeddingModel: text(),
  status: text().$type<GapStatus>().notNull().default('open'),
})
