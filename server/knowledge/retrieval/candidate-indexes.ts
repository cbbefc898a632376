import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/db/open.ts'
import { documents, indexReadings, passages } from '../../kernel/db/schema/index.ts'
import type { IndexQuery } from './index/search-in.ts'
import { type IndexCaller, searchLoaded } from './index-caller.ts'
import { batchesOf, INDEXED_COLUMNS, indexedDocuments } from './indexed-documents.ts'
import { HAS_SERVED } from './served.ts'

/** The reading of a document in an index: one of its own, or the one that is searched. */
const READING = sql`coalesce(${indexReadings.reading}, ${documents.servedReading})`

/** Passages that an unpublished index holds, beside their document and its reading. */
export const isIn = (indexId: string) =>
  and(
    eq(indexReadings.indexId, indexId),
    eq(passages.documentId, indexReadings.documentId),
    eq(passages.reading, READING),
    eq(passages.enabled, true),
  )

/** An index that is not published yet; `publishedAt` is the `served_at` that its documents will have. */
export type Candidate = { id: string; publishedAt: Date }

/**
 * Indexes that are built and not published, in the index thread beside those that are searched. They are looked into
 * before they are published, and searched at once when they are.
 */
export const createCandidateIndexes = ({ db, caller }: { db: Db; caller: IndexCaller }) => {
  const load = async ({ id, publishedAt }: Candidate, ids: string[]) => {
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

  /** Loads what the thread lacks of it: all of it at first, and again when it had to make room. */
  const follow = async (candidate: Candidate) => {
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
    const versions = own.map(({ id, reading, servedAt }): [string, string] => [
      id,
      String((reading === null ? servedAt : candidate.publishedAt)?.getTime()),
    ])
    const { missing } = await caller.call<'sync'>({
      kind: 'sync',
      base: candidate.id,
      folder: null,
      versions,
    })
    const sizes = new Map(own.map((one) => [one.id, one.passages]))
    for (const batch of batchesOf(missing, sizes)) {
      const loaded = await load(candidate, batch)
      if (loaded.length > 0) await caller.call<'put'>({ kind: 'put', base: candidate.id, documents: loaded })
    }
  }

  return {
    /** Makes it searchable. */
    load: follow,

    search: (candidate: Candidate, query: Omit<IndexQuery, 'documentIds'>) =>
      searchLoaded(caller, {
        bases: [candidate.id],
        query: { ...query, documentIds: null },
        // Nobody reads what it finds: it is compared with the other index.
        closed: new Set(),
        load: () => follow(candidate),
      }),

    /** It is searched from now on for its knowledge base, without being read from the database again. */
    publish: ({ id }: Candidate, base: string) =>
      caller.call<'rename'>({ kind: 'rename', from: id, to: base }),

    drop: ({ id }: Candidate) => caller.call<'drop'>({ kind: 'drop', base: id }),
  }
}
