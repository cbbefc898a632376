import {
  and,
  asc,
  count,
  eq,
  exists,
  gt,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { PassageQuery } from '../../../src/services/contract/documents.ts'
import { byName, containing } from '../../kernel/db/filters.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { documents, indexReadings, knowledgeBases, passages } from '../../kernel/db/schema/index.ts'
import { mayReadDocument, type ReaderId } from '../readers/may-read.ts'
import { hasOtherLength, isOutdated } from '../retrieval/outdated.ts'
import { OF_SERVED } from '../retrieval/served.ts'
import type { StoredVectors } from '../retrieval/vectors.ts'
import type { DocumentRow } from './documents.types.ts'

type NewPassage = typeof passages.$inferInsert

/** Longer deletions would block everyone else on the embedded database. */
const DELETED_AT_ONCE = 1_000
/** Readings kept for answers that quote them; they are not searched. */
const OLD_READINGS_KEPT = 10

export const PASSAGE_COLUMNS = {
  id: passages.id,
  documentId: passages.documentId,
  position: passages.position,
  headingPath: passages.headingPath,
  content: passages.content,
  charStart: passages.charStart,
  charEnd: passages.charEnd,
  page: passages.page,
  enabled: passages.enabled,
  original: passages.original,
}

const STATE = {
  edited: isNotNull(passages.original),
  disabled: eq(passages.enabled, false),
} satisfies Record<NonNullable<PassageQuery['state']>, SQL>

const isOfReading = (documentId: string, reading: number) =>
  and(eq(passages.documentId, documentId), eq(passages.reading, reading))

export type PassagesRepository = ReturnType<typeof createPassagesRepository>
export type PassageRow = Pick<typeof passages.$inferSelect, keyof typeof PASSAGE_COLUMNS>
/** A passage that was edited or disabled. */
export type EditedPassage = Pick<PassageRow, 'content' | 'enabled' | 'original' | 'charStart' | 'page'>

/** Edited or disabled passages of one reading of a document. */
export const editedIn = (on: Db | Tx, documentId: string, reading: number): Promise<EditedPassage[]> =>
  on
    .select(PASSAGE_COLUMNS)
    .from(passages)
    .where(and(isOfReading(documentId, reading), or(STATE.disabled, STATE.edited)))
    .orderBy(asc(passages.position))

export const createPassagesRepository = (db: Db) => {
  const deleteWhere = async (condition: SQL | undefined) => {
    const some = db.select({ id: passages.id }).from(passages).where(condition).limit(DELETED_AT_ONCE)
    let deleted: unknown[]
    do {
      deleted = await db.delete(passages).where(inArray(passages.id, some)).returning({ id: passages.id })
    } while (deleted.length === DELETED_AT_ONCE)
  }

  /** Readings of an index that is being built, or can be restored, are neither remains nor old. */
  const isOfIndex = exists(
    db
      .select({ one: sql`1` })
      .from(indexReadings)
      .where(
        and(eq(indexReadings.documentId, passages.documentId), eq(indexReadings.reading, passages.reading)),
      ),
  )

  return {
    /** Passages of one reading of a document, in order. */
    of: (documentId: string, reading: number) =>
      db
        .select(PASSAGE_COLUMNS)
        .from(passages)
        .where(isOfReading(documentId, reading))
        .orderBy(asc(passages.position)),

    /** The document's reading that contains a passage; null if it is not kept, or belongs to another document. */
    async readingWith(passageId: string, documentId: string) {
      const [row] = await db
        .select({ reading: passages.reading })
        .from(passages)
        .where(and(eq(passages.id, passageId), eq(passages.documentId, documentId)))
      return row?.reading ?? null
    },

    async find(id: string) {
      const [row] = await db.select().from(passages).where(eq(passages.id, id))
      return row ?? null
    },

    edited: (documentId: string, reading: number) => editedIn(db, documentId, reading),

    /** The same with their vectors, in order. */
    withVectors: (documentId: string, reading: number) =>
      db.select().from(passages).where(isOfReading(documentId, reading)).orderBy(asc(passages.position)),

    /** Current passages of a knowledge base for a reader, including disabled ones; by document and position. */
    async page(
      knowledgeBaseId: string,
      readerId: ReaderId,
      { q, document_id, state, limit, offset }: PassageQuery,
    ) {
      const selected = and(
        eq(passages.knowledgeBaseId, knowledgeBaseId),
        mayReadDocument(readerId),
        eq(passages.reading, documents.servedReading),
        isNull(documents.removedAt),
        document_id ? eq(passages.documentId, document_id) : undefined,
        state && STATE[state],
        q ? or(ilike(passages.content, containing(q)), ilike(passages.headings, containing(q))) : undefined,
      )
      const isOfDocument = eq(documents.id, passages.documentId)
      const [counted] = await db
        .select({ total: count() })
        .from(passages)
        .innerJoin(documents, isOfDocument)
        .where(selected)
      const total = counted?.total ?? 0
      const items = await db
        .select({
          ...PASSAGE_COLUMNS,
          documentName: documents.name,
          passageCount: documents.passageCount,
        })
        .from(passages)
        .innerJoin(documents, isOfDocument)
        .where(selected)
        .orderBy(byName(documents.name), asc(documents.id), asc(passages.position))
        .limit(limit)
        .offset(offset)
      return { items, total, hasMore: offset + items.length < total }
    },

    insert: (rows: NewPassage[]) => db.insert(passages).values(rows),

    /**
     * Changes a searchable passage, and marks its document as changed. Null if another reading is searched by
     * now, or the passage is gone.
     */
    change: (
      { id, documentId, reading }: Pick<NewPassage, 'documentId'> & { id: string; reading: number },
      changes: Partial<
        Pick<NewPassage, 'content' | 'enabled' | 'original' | 'embeddingModel'> & StoredVectors
      >,
    ) =>
      db.transaction(async (tx) => {
        const [searched] = await tx
          .update(documents)
          .set({ servedAt: new Date() })
          .where(and(eq(documents.id, documentId), eq(documents.servedReading, reading)))
          .returning({ id: documents.id })
        if (!searched) return null
        const [row] = await tx
          .update(passages)
          .set(changes)
          .where(eq(passages.id, id))
          .returning(PASSAGE_COLUMNS)
        return row ?? null
      }),

    /** Takes the model's name from vectors of another length: they are of another model that had the same name. */
    outdateOtherLengths: (model: string, dimensions: number) =>
      db
        .update(passages)
        .set({ embeddingModel: null })
        .where(and(eq(passages.embeddingModel, model), hasOtherLength(passages.embedding, dimensions))),

    /** A document with a current passage whose vector is from another model; null if none is left. */
    async outdatedDocument(model: string, except: string[]) {
      const [row] = await db
        .select({
          id: documents.id,
          reading: passages.reading,
          knowledgeBaseId: documents.knowledgeBaseId,
          organizationId: knowledgeBases.organizationId,
        })
        .from(passages)
        .innerJoin(documents, OF_SERVED)
        .innerJoin(knowledgeBases, eq(knowledgeBases.id, documents.knowledgeBaseId))
        .where(and(isOutdated(model), notInArray(documents.id, except)))
        .limit(1)
      return row ?? null
    },

    /** Stores a model's vectors for a document's current passages; edited ones already have their own. */
    reembed: (
      { documentId, reading }: { documentId: string; reading: number },
      made: (StoredVectors & { id: string; content: string })[],
      model: string,
    ) =>
      db.transaction(async (tx) => {
        for (const { id, content, ...vectors } of made)
          await tx
            .update(passages)
            .set({ ...vectors, embeddingModel: model })
            .where(and(eq(passages.id, id), eq(passages.content, content)))
        await tx
          .update(documents)
          .set({ servedAt: new Date() })
          .where(and(eq(documents.id, documentId), eq(documents.servedReading, reading)))
      }),

    deleteOf: (documentId: string) => deleteWhere(eq(passages.documentId, documentId)),

    deleteReading: (documentId: string, reading: number) => deleteWhere(isOfReading(documentId, reading)),

    /** Removes remains of attempts before this one. Another process may have come further in the meantime. */
    deleteRemains: ({ id, reading }: Pick<DocumentRow, 'id' | 'reading'>) => {
      const served = db
        .select({ reading: sql`coalesce(${documents.servedReading}, 0)` })
        .from(documents)
        .where(eq(documents.id, id))
      return deleteWhere(
        and(
          eq(passages.documentId, id),
          gt(passages.reading, sql`(${served})`),
          lt(passages.reading, reading),
          not(isOfIndex),
        ),
      )
    },

    /** Old readings are no longer searched: they lose their vectors, and the oldest are deleted. */
    async retire({ id, servedReading }: Pick<DocumentRow, 'id' | 'servedReading'>) {
      const old = and(eq(passages.documentId, id), lt(passages.reading, servedReading ?? 0), not(isOfIndex))
      const kept = await db
        .selectDistinct({ reading: passages.reading })
        .from(passages)
        .where(old)
        .orderBy(sql`${passages.reading} desc`)
        .limit(OLD_READINGS_KEPT)
      const oldest = kept.at(-1)
      if (!oldest) return
      await db
        .update(passages)
        .set({ embedding: null, partEmbeddings: null })
        .where(and(old, isNotNull(passages.embedding)))
      await deleteWhere(and(old, lt(passages.reading, oldest.reading)))
    },
  }
}
