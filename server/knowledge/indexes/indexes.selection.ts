import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { documents, indexReadings, knowledgeIndexes } from '../../kernel/db/schema/index.ts'
import type { DocumentRow } from '../documents/documents.types.ts'

/** Indexes that are not settled. */
export const isOpen = inArray(knowledgeIndexes.status, ['queued', 'building'])

export const isOpenIndex = (id: string) => and(eq(knowledgeIndexes.id, id), isOpen)

/** States of a document whose latest content is searched. */
export const COMPLETE: DocumentRow['status'][] = ['ready', 'fetching']

/** The document was read for the index in its current state. */
export const isCurrent = and(eq(indexReadings.isRead, true), eq(indexReadings.servedAt, documents.servedAt))

/** Searchable documents of a knowledge base. */
export const searchedOf = (knowledgeBaseId: string) =>
  and(eq(documents.knowledgeBaseId, knowledgeBaseId), isNotNull(documents.servedReading))
