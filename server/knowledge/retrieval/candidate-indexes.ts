import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/db/open.ts'
import { documents, indexReadings, passages } from '../../kernel/db/schema/index.ts'
import type { IndexQuery } from './index/search-in.ts'
import { fillIndex, type IndexCaller, searchLoaded } from './index-caller.ts'
import { INDEXED_COLUMNS, indexedDocuments } from './indexed-documents.ts'
import { HAS_SERVED } from './served.ts'

/** The reading of a document in an index: the index’s own, or the served one. */
const READING = sql`coalesce(${indexReadings.reading}, ${documents.servedReading})`

/** Join condition for the passages of an unpublished index, with their document and its reading. */
const isIn = (indexId: string) =>
  and(
    eq(indexReadings.indexId, indexId),
    eq(passages.documentId, indexReadings.documentId),
    eq(passages.reading, READING),
    eq(passages.enabled, true),
  )

/** An unpublished index; `publishedAt` will be the `served_at` of its documents. */
export type Candidate = { id: string; publishedAt: Date }

/**
 * Holds unpublished indexes in the index thread, so that they can be tested before they are published, and searched
 * immediately afterwards.
 */
export const createCandidateIndexes = ({ db, caller }: { db: Db; caller: IndexCaller }) => {
  const readDocuments = async ({ id, publishedAt }: Candidate, ids: string[]) => {
    const rows = await db
      .select({ ...INDEXED_COLUMNS, reading: indexReadings.reading, servedAt: documents.servedAt })
      .from(passages)
      .innerJoin(documents, eq(documents.id, passages.documentId))
      .innerJoin(indexReadings, isIn(id))
      .where(inArray(passages.documentId, ids))
      .orderBy(asc(passages.documentId), asc(passages.position))
    return indexedDocuments(
      rows.map(({ reading, servedAt, ...row }) => ({
        ...row,
        version: reading === null ? servedAt : publishedAt,
      })),
    )
  }

  /** Loads the documents that the thread does not hold, for example after the index was evicted. */
  const load = async (candidate: Candidate) => {
    const own = await db
      .select({
        id: documents.id,
        reading: indexReadings.reading,
        servedAt: documents.servedAt,
        passages: indexReadings.passageCount,
      })
      .from(indexReadings)
      .innerJoin(documents, eq(documents.id, indexReadings.documentId))
      .where(and(eq(indexReadings.indexId, candidate.id), HAS_SERVED))
    await fillIndex(caller, {
      base: candidate.id,
      folder: null,
      documents: own.map(({ reading, servedAt, ...one }) => ({
        ...one,
        version: String((reading === null ? servedAt : candidate.publishedAt)?.getTime()),
      })),
      read: (ids) => readDocuments(candidate, ids),
    })
  }

  return {
    load,

    search: (candidate: Candidate, query: Omit<IndexQuery, 'documentIds'>) =>
      searchLoaded(caller, {
        bases: [candidate.id],
        query: { ...query, documentIds: null },
        // Its hits are only compared with those of the published index, not shown.
        closed: new Set(),
        load: () => load(candidate),
      }),

    /** Replaces the index of its knowledge base, without reading it from the database again. */
    publish: ({ id }: Candidate, base: string) =>
      caller.call<'rename'>({ kind: 'rename', from: id, to: base }),

    drop: ({ id }: Candidate) => caller.call<'drop'>({ kind: 'drop', base: id }),
  }
}
