import { and, eq, inArray, notExists, sql } from 'drizzle-orm'
import type { Sharing } from '../../../src/services/contract/documents.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { documentReaders, documents, sourcePages, sourceReaders } from '../../kernel/db/schema/index.ts'
import { CONNECTORS } from '../connectors/connectors.ts'
import type { DocumentRow } from '../documents/documents.types.ts'
import { commonOf, countsOf, type ItemReaders, rowsOf } from '../readers/followed.ts'
import { listOf, namedBy, takeOver } from '../readers/taken-over.ts'
import type { SourceRow } from './sources.types.ts'

type Followed = Pick<SourceRow, 'id' | 'settings' | 'followsReaders'>

const serviceOf = ({ settings }: Followed) =>
  settings.kind === 'connector' ? (CONNECTORS[settings.connector]?.name ?? settings.connector) : settings.url

const sharingOf = (source: Followed, rows: readonly string[] | null): Sharing => ({
  service: serviceOf(source),
  is_told: rows !== null,
  ...countsOf(rows ?? []),
})

/** Closes an item while its service has not named readers; null if the source does not follow it. */
export const closedSharing = (source: Followed): Sharing | null =>
  source.followsReaders ? sharingOf(source, null) : null

const lockDocument = async (tx: Tx, id: string) => {
  const [document] = await tx.select().from(documents).where(eq(documents.id, id)).for('update')
  return document ?? null
}

/** Whether no earlier version is visible: the latest is in use, or the only one. */
const isInPlace = ({ status, version }: DocumentRow) =>
  status === 'ready' || status === 'fetching' || version === 1

const pagesOf = (sourceId: string) => eq(sourcePages.sourceId, sourceId)

/**
 * A source that starts following its service, or another one, closes its documents until the next reading; one
 * that stops opens them to all readers of the knowledge base. Returns the listed documents.
 */
export const setFollowing = async (tx: Tx, source: Followed): Promise<DocumentRow[]> => {
  const { id, followsReaders } = source
  const held = tx.select({ id: sourcePages.documentId }).from(sourcePages).where(pagesOf(id))
  await tx.delete(sourceReaders).where(eq(sourceReaders.sourceId, id))
  await tx.delete(documentReaders).where(inArray(documentReaders.thingId, held))
  const changed = await tx
    .update(documents)
    .set({
      isRestricted: followsReaders,
      sharing: closedSharing(source),
      versionsFrom: sql`${documents.version}`,
    })
    .where(inArray(documents.id, held))
    .returning()
  await tx.update(sourcePages).set({ readers: null, awaited: null }).where(pagesOf(id))
  return changed.filter(({ removedAt }) => removedAt === null)
}

type Parts = {
  db: Db
  /** Notifies viewers of a knowledge base which of its documents became visible or invisible to them. */
  notifyReadersChanged: (document: DocumentRow) => void
}
export type Following = ReturnType<typeof createFollowing>

/** Documents whose readers follow their service. */
export const createFollowing = ({ db, notifyReadersChanged }: Parts) => ({
  /**
   * Applies the service's current readers of an item: removed readers lose access at once, and new ones gain it
   * when the version shown to them is in use.
   * @param written lists stored by this reading; an erasure may have removed someone from earlier ones
   * @param isTaken whether its document has the content shown to them, even if it is still being read
   */
  async follow(
    source: Followed,
    organizationId: string,
    { key, readers }: { key: string; readers: ItemReaders },
    written: Set<string>,
    isTaken: boolean,
  ) {
    const { id: sourceId } = source
    const named = rowsOf(readers)
    const document = await db.transaction(async (tx) => {
      const keep = async (rows: readonly string[]) => {
        const list = listOf(rows)
        if (rows.length > 0 && !written.has(list))
          await tx
            .insert(sourceReaders)
            .values(rows.map((reader) => ({ sourceId, list, reader })))
            .onConflictDoNothing()
        return list
      }
      const pages = tx
        .select()
        .from(sourcePages)
        .where(and(pagesOf(sourceId), eq(sourcePages.key, key)))
      const [of] = await pages
      const held = of?.documentId ? await lockDocument(tx, of.documentId) : null
      const [page] = await pages.for('update')
      if (!page) return null
      const list = await keep(named)
      const sharing = sharingOf(source, named)
      if (!held || (isTaken && isInPlace(held)))
        return takeOver(tx, organizationId, page, { rows: named, list, sharing })
      const hasNoReaders = page.readers === null
      const rows = commonOf(page.readers === null ? [] : await namedBy(tx, sourceId, page.readers), named)
      return takeOver(tx, organizationId, page, {
        rows,
        list: hasNoReaders ? null : await keep(rows),
        sharing: sharingOf(source, hasNoReaders ? null : rows),
        awaited: isTaken ? { list, sharing, version: held.version } : null,
      })
    })
    written.add(listOf(named))
    if (document && document.removedAt === null) notifyReadersChanged(document)
  },

  /** Deletes lists that no item uses. */
  forgetLists: ({ id }: Pick<SourceRow, 'id'>) =>
    db.delete(sourceReaders).where(
      and(
        eq(sourceReaders.sourceId, id),
        notExists(
          db
            .select({ one: sql`1` })
            .from(sourcePages)
            .where(
              and(
                eq(sourcePages.sourceId, sourceReaders.sourceId),
                sql`${sourceReaders.list} in (${sourcePages.readers}, ${sourcePages.awaited} ->> 'list')`,
              ),
            ),
        ),
      ),
    ),
})
