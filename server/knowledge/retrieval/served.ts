import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { documents, passages } from '../../kernel/db/schema/index.ts'

/** Condition for documents that are searched. */
export const HAS_SERVED = and(
  isNotNull(documents.servedReading),
  eq(documents.enabled, true),
  isNull(documents.removedAt),
)

/** Join condition for passages of a document’s served reading, including disabled ones. */
export const OF_SERVED = and(
  eq(passages.documentId, documents.id),
  eq(passages.reading, documents.servedReading),
  isNull(documents.removedAt),
)

/** Join condition for passages that are searched, with their document. */
export const SERVED = and(HAS_SERVED, OF_SERVED, eq(passages.enabled, true))

/** Column: whether a passage is searched; requires a join with its document. */
export const IS_SERVED = sql<boolean>`(${SERVED})`
