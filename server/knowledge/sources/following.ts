import { createHash } from 'node:crypto'
import { and, eq, inArray, notExists, sql } from 'drizzle-orm'
import type { Sharing } from '../../../src/services/contract/documents.ts'
import { record } from '../../kernel/audit.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { documentReaders, documents, sourcePages, sourceReaders } from '../../kernel/db/schema/index.ts'
import { byServer } from '../../kernel/http/caller.ts'
import { changedNames } from '../../organizations/groups/changed-people.ts'
import { CONNECTORS } from '../connectors/connectors.ts'
import type { DocumentRow } from '../documents/documents.types.ts'
import { countsOf, type ItemReaders, namesOf, rowsOf } from '../readers/followed.ts'
import type { SourceRow } from './sources.types.ts'

type Followed = Pick<SourceRow, 'id' | 'settings' | 'followsReaders'>

const serviceOf = ({ settings }: Followed) =>
  settings.kind === 'connector' ? (CONNECTORS[settings.connector]?.name ?? settings.connector) : settings.url

const sharingOf = (source: Followed, rows: readonly string[] | null): Sharing => ({
  service: serviceOf(source),
  is_told: rows !== null,
  ...countsOf(rows ?? []),
})

/** What its service has not said of the readers of an item, which closes it; null where nobody asks. */
export const untold = (source: Followed): Sharing | null =>
  source.followsReaders ? sharingOf(source, null) : null

const listOf = (rows: readonly string[]) => createHash('sha256').update(rows.join('\n')).digest('base64url')

const pagesOf = (sourceId: string) => eq(sourcePages.sourceId, sourceId)

/**
 * A source that begins to follow its service closes its documents until the next reading, whoever read them before;
 * one that ends it opens them to all readers of the knowledge base. Gives the documents that are shown.
 */
export const setFollowing = async (tx: Tx, source: Followed): Promise<DocumentRow[]> => {
  const { id, followsReaders } = source
  const held = tx.select({ id: sourcePages.documentId }).from(sourcePages).where(pagesOf(id))
  await tx.update(sourcePages).set({ readers: null }).where(pagesOf(id))
  await tx.delete(sourceReaders).where(eq(sourceReaders.sourceId, id))
  await tx.delete(documentReaders).where(inArray(documentReaders.thingId, held))
  const changed = await tx
    .update(documents)
    .set({ isRestricted: followsReaders, sharing: untold(source) })
    .where(inArray(documents.id, held))
    .returning()
  return changed.filter(({ removedAt }) => removedAt === null)
}

type Parts = {
  db: Db
  /** Tells those who look at a knowledge base which of its documents came and went for them. */
  tellReadersChanged: (document: DocumentRow) => void
}
export type Following = ReturnType<typeof createFollowing>

/** Documents whose readers follow the service that they came from. */
export const createFollowing = ({ db, tellReadersChanged }: Parts) => {
  const namesIn = async (tx: Tx, sourceId: string, list: string | null) => {
    if (list === null) return null
    const rows = await tx
      .select({ reader: sourceReaders.reader })
      .from(sourceReaders)
      .where(and(eq(sourceReaders.sourceId, sourceId), eq(sourceReaders.list, list)))
    return rows.map(({ reader }) => reader)
  }

  return {
    /**
     * Takes over who may read an item that the source has, as its service says now.
     * @param written lists of this reading that are stored; an erasure may have taken somebody out of them before
     */
    async follow(
      source: Followed,
      organizationId: string,
      { key, readers }: { key: string; readers: ItemReaders },
      written: Set<string>,
    ) {
      const { id: sourceId } = source
      const rows = rowsOf(readers)
      const list = listOf(rows)
      const document = await db.transaction(async (tx) => {
        const item = and(pagesOf(sourceId), eq(sourcePages.key, key))
        const [page] = await tx.select().from(sourcePages).where(item).for('update')
        if (!page) return null
        const isOther = page.readers !== list
        const before = isOther ? await namesIn(tx, sourceId, page.readers) : null
        if (rows.length > 0 && !written.has(list))
          await tx
            .insert(sourceReaders)
            .values(rows.map((reader) => ({ sourceId, list, reader })))
            .onConflictDoNothing()
        if (isOther) await tx.update(sourcePages).set({ readers: list }).where(item)
        if (page.documentId === null) return null
        const sharing = sharingOf(source, rows)
        const isStale = sql`${documents.sharing} is distinct from ${JSON.stringify(sharing)}::jsonb`
        const [changed] = await tx
          .update(documents)
          .set({ isRestricted: !sharing.anyone, sharing })
          .where(and(eq(documents.id, page.documentId), isOther ? undefined : isStale))
          .returning()
        if (changed && before)
          await byServer(() =>
            record(tx, organizationId, {
              action: 'document.readers_changed',
              target: { id: changed.id, name: changed.name },
              details: {
                readers: sharing.anyone ? 'everyone' : 'named',
                service: sharing.service,
                ...changedNames(namesOf(before), namesOf(rows)),
              },
            }),
          )
        return changed ?? null
      })
      written.add(list)
      if (document && document.removedAt === null) tellReadersChanged(document)
    },

    /** Forgets the lists that no item has any more. */
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
                  eq(sourcePages.readers, sourceReaders.list),
                ),
              ),
          ),
        ),
      ),
  }
}
