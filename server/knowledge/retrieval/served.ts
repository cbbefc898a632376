import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { documents, passages } from '../../kernel/db/schema/index.ts'

/** Documents of which some reading is searched. */
export const HAS_SERVED = and(
  isNotNull(documents.servedReading),
  eq(documents.enabled, true),
  isNull(documents.removedAt),
)

/** Passages of the reading that is searched, beside their document, whether they are enabled or not. */
export const OF_SERVED = and(
  eq(passages.documentId, documents.id),
  eq(passages.reading, documents.servedReading),
  isNull(documents.removedAt),
)

/** Passages that are searched, beside their document. */
export const SERVED = and(HAS_SERVED, OF_SERVED, eq(passages.enabled, true))

/** Whether a passage, beside its document, is searched; as a column. */
export const IS_SERVED = sql<boolean>`(${SERVED})`
