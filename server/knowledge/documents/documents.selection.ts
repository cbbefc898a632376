import { and, asc, desc, eq, ilike, inArray, isNull, or, type SQL } from 'drizzle-orm'
import type { DocumentQuery, DocumentSort } from '../../../src/services/contract/documents.ts'
import { byName, containing } from '../../kernel/db/filters.ts'
import { documents } from '../../kernel/db/schema/index.ts'
import { mayReadDocument, type ReaderId } from '../readers/may-read.ts'

/** States that are neither ready nor given up. */
export const UNFINISHED = ['queued', 'fetching', 'reading', 'splitting', 'embedding'] as const

const STATUS = {
  ready: and(eq(documents.status, 'ready'), eq(documents.enabled, true)),
  working: inArray(documents.status, UNFINISHED),
  failed: inArray(documents.status, ['failed', 'cancelled']),
  disabled: eq(documents.enabled, false),
} satisfies Record<NonNullable<DocumentQuery['status']>, SQL | undefined>

/** Each ends with the id, so that the order is unique. */
const ORDER: Record<DocumentSort, SQL[]> = {
  newest: [desc(documents.createdAt), desc(documents.id)],
  oldest: [asc(documents.createdAt), asc(documents.id)],
  name: [byName(documents.name), asc(documents.id)],
  largest: [desc(documents.size), desc(documents.id)],
}

/** Documents of a knowledge base that someone can read, or all, without those that sources lost. */
export const listedIn = (knowledgeBaseId: string, readerId?: ReaderId) =>
  and(
    eq(documents.knowledgeBaseId, knowledgeBaseId),
    isNull(documents.removedAt),
    readerId === undefined ? undefined : mayReadDocument(readerId),
  )

/** Documents of a knowledge base that someone can read and that match a filter. */
export const documentCondition = (
  knowledgeBaseId: string,
  readerId: ReaderId,
  { q, status, source }: DocumentQuery,
) =>
  and(
    listedIn(knowledgeBaseId, readerId),
    q ? or(ilike(documents.name, containing(q)), ilike(documents.url, containing(q))) : undefined,
    status && STATUS[status],
    source && eq(documents.source, source),
  )

export const orderOf = ({ sort }: DocumentQuery) => ORDER[sort]
