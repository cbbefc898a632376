import { and, asc, eq, gt, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { documents, passages } from '../db/schema/index.ts'
import type { DocumentRow } from './documents.types.ts'

type NewPassage = typeof passages.$inferInsert

/** Longer deletions would hold up everybody else on the embedded database. */
const DELETED_AT_ONCE = 1_000
/** Readings that are kept for the answers that quote them; they are not searched. */
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

export type PassagesRepository = ReturnType<typeof createPassagesRepository>
export type PassageRow = Pick<typeof passages.$inferSelect, keyof typeof PASSAGE_COLUMNS>
/** What somebody made of a passage. */
export type PassageEdit = Pick<PassageRow, 'content' | 'enabled' | 'original'>

export const createPassagesRepository = (db: Db) => {
  const deleteWhere = async (condition: SQL | undefined) => {
    const some = db.select({ id: passages.id }).from(passages).where(condition).limit(DELETED_AT_ONCE)
    let deleted: unknown[]
    do {
      deleted = await db.delete(passages).where(inArray(passages.id, some)).returning({ id: passages.id })
    } while (deleted.length === DELETED_AT_ONCE)
  }

  return {
    /** Of one reading of a document, in order. */
    of: (documentId: string, reading: number) =>
      db
        .select(PASSAGE_COLUMNS)
        .from(passages)
        .where(and(eq(passages.documentId, documentId), eq(passages.reading, reading)))
        .orderBy(asc(passages.position)),

    /** The reading of the document that a passage is of; null when it is not kept, or is of another document. */
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

    /** What was edited or disabled in a reading, by the text that was read. */
    async edits(documentId: string, reading: number): Promise<Map<string, PassageEdit>> {
      const rows = await db
        .select({ content: passages.content, enabled: passages.enabled, original: passages.original })
        .from(passages)
        .where(
          and(
            eq(passages.documentId, documentId),
            eq(passages.reading, reading),
            or(eq(passages.enabled, false), isNotNull(passages.original)),
          ),
        )
      return new Map(rows.map((row) => [row.original ?? row.content, row]))
    },

    insert: (rows: NewPassage[]) => db.insert(passages).values(rows),

    /** Changes a passage that is searched, and says that what is searched of its document has changed. */
    change: (
      id: string,
      changes: Partial<Pick<NewPassage, 'content' | 'enabled' | 'original' | 'embedding'>>,
    ) =>
      db.transaction(async (tx) => {
        const [row] = await tx
          .update(passages)
          .set(changes)
          .where(eq(passages.id, id))
          .returning(PASSAGE_COLUMNS)
        if (row)
          await tx.update(documents).set({ servedAt: new Date() }).where(eq(documents.id, row.documentId))
        return row ?? null
      }),

    deleteOf: (documentId: string) => deleteWhere(eq(passages.documentId, documentId)),

    /** Removes what attempts left that came to nothing. */
    deleteUnserved: ({ id, servedReading }: Pick<DocumentRow, 'id' | 'servedReading'>) =>
      deleteWhere(and(eq(passages.documentId, id), gt(passages.reading, servedReading ?? 0))),

    /** Old readings are not searched any more: they lose their vectors, and the oldest go. */
    async retire({ id, servedReading }: Pick<DocumentRow, 'id' | 'servedReading'>) {
      const old = and(eq(passages.documentId, id), lt(passages.reading, servedReading ?? 0))
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
        .set({ embedding: null })
        .where(and(old, isNotNull(passages.embedding)))
      await deleteWhere(and(eq(passages.documentId, id), lt(passages.reading, oldest.reading)))
    },
  }
}
