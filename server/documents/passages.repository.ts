import { asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { passages } from '../db/schema/index.ts'

type NewPassage = typeof passages.$inferInsert

/** Longer deletions would hold up everybody else on the embedded database. */
const DELETED_AT_ONCE = 1_000

export type PassagesRepository = ReturnType<typeof createPassagesRepository>

export const createPassagesRepository = (db: Db) => ({
  of: (documentId: string) =>
    db
      .select({
        id: passages.id,
        documentId: passages.documentId,
        position: passages.position,
        headingPath: passages.headingPath,
        content: passages.content,
        charStart: passages.charStart,
        charEnd: passages.charEnd,
        page: passages.page,
      })
      .from(passages)
      .where(eq(passages.documentId, documentId))
      .orderBy(asc(passages.position)),

  insert: (rows: NewPassage[]) => db.insert(passages).values(rows),

  async deleteOf(documentId: string) {
    const some = db
      .select({ id: passages.id })
      .from(passages)
      .where(eq(passages.documentId, documentId))
      .limit(DELETED_AT_ONCE)
    let deleted: unknown[]
    do {
      deleted = await db.delete(passages).where(inArray(passages.id, some)).returning({ id: passages.id })
    } while (deleted.length === DELETED_AT_ONCE)
  },
})
