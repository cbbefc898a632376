import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/db/open.ts'
import { type KnownItem, type StoredItem, sourcePages, sources } from '../../kernel/db/schema/index.ts'
import type { Reading } from './sources.types.ts'

export const isRead = ({ id, reading }: Reading) =>
  and(eq(sources.id, id), eq(sources.reading, reading), eq(sources.status, 'reading'))
const isHeld = (sourceId: string) => and(eq(sourcePages.sourceId, sourceId), eq(sourcePages.missing, 'held'))

/** A page found by an earlier reading. */
export type SourcePage =
  Awaited<ReturnType<ReturnType<typeof createSourcePages>['pages']>> extends Map<string, infer Page>
    ? Page
    : never

export const createSourcePages = (db: Db) => ({
  /** Without their links, which may be too many for memory. */
  async pages(sourceId: string) {
    const rows = await db
      .select({
        key: sourcePages.key,
        documentId: sourcePages.documentId,
        page: sql<KnownItem>`${sourcePages.page} - 'links'`,
        missing: sourcePages.missing,
      })
      .from(sourcePages)
      .where(eq(sourcePages.sourceId, sourceId))
    return new Map(rows.map(({ key, ...kept }) => [key, kept]))
  },

  /** Links of a page, as of its latest reading. */
  async linksOf(sourceId: string, key: string) {
    const rows = await db
      .select({ page: sourcePages.page })
      .from(sourcePages)
      .where(and(eq(sourcePages.sourceId, sourceId), eq(sourcePages.key, key)))
    return rows.flatMap(({ page }) => page.links)
  },

  documentsOf: (sourceId: string) =>
    db
      .select({ documentId: sourcePages.documentId })
      .from(sourcePages)
      .where(and(eq(sourcePages.sourceId, sourceId), isNotNull(sourcePages.documentId))),

  held: (sourceId: string) =>
    db
      .select({ key: sourcePages.key, documentId: sourcePages.documentId })
      .from(sourcePages)
      .where(isHeld(sourceId)),

  /** False if the reading was cancelled, another one has begun, or the source is gone. */
  keepPage: (of: Reading, key: string, documentId: string | null, page: StoredItem) =>
    db.transaction(async (tx) => {
      // Neither of them happens before this is stored.
      const [source] = await tx.select({ id: sources.id }).from(sources).where(isRead(of)).for('share')
      if (!source) return false
      await tx
        .insert(sourcePages)
        .values({ sourceId: of.id, key, documentId, page })
        .onConflictDoUpdate({
          target: [sourcePages.sourceId, sourcePages.key],
          set: { documentId, page, missing: null },
        })
      return true
    }),

  markMissing: async (sourceId: string, keys: string[], missing: 'held' | 'removed') => {
    if (keys.length > 0)
      await db
        .update(sourcePages)
        .set({ missing })
        .where(and(eq(sourcePages.sourceId, sourceId), inArray(sourcePages.key, keys)))
  },

  /** The latest reading found all held pages. */
  releaseHeld: (sourceId: string) => db.update(sourcePages).set({ missing: null }).where(isHeld(sourceId)),

  /** Keeps held pages, and does not ask about them again; the source is no longer failed. */
  keepHeld: (id: string) =>
    db.transaction(async (tx) => {
      await tx.update(sourcePages).set({ missing: 'kept' }).where(isHeld(id))
      await tx
        .update(sources)
        .set({ status: 'ready', error: null, notifiedOf: null })
        .where(and(eq(sources.id, id), eq(sources.status, 'failed')))
    }),

  /** Deletes removed pages whose documents are permanently gone. */
  sweep: () =>
    db.delete(sourcePages).where(and(eq(sourcePages.missing, 'removed'), isNull(sourcePages.documentId))),

  forgetPage: (sourceId: string, key: string) =>
    db.delete(sourcePages).where(and(eq(sourcePages.sourceId, sourceId), eq(sourcePages.key, key))),
})
