import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Sharing } from '../../../src/services/contract/documents.ts'
import { changedNames, record } from '../../kernel/audit.ts'
import type { Tx } from '../../kernel/db/open.ts'
import { type AwaitedReaders, documents, sourcePages, sourceReaders } from '../../kernel/db/schema/index.ts'
import { byServer } from '../../kernel/http/caller.ts'
import { digestOf } from '../../kernel/secrets.ts'
import type { DocumentRow } from '../documents/documents.types.ts'
import { commonOf, namesOf } from './followed.ts'

type PageRow = typeof sourcePages.$inferSelect
type Readers = {
  rows: readonly string[]
  list: string | null
  sharing: Sharing
  awaited?: AwaitedReaders | null
}

/** Id of a list in `source_readers`. */
export const listOf = (rows: readonly string[]) => digestOf(rows.join('\n'))

export const namedBy = async (tx: Tx, sourceId: string, list: string) => {
  const rows = await tx
    .select({ reader: sourceReaders.reader })
    .from(sourceReaders)
    .where(and(eq(sourceReaders.sourceId, sourceId), eq(sourceReaders.list, list)))
  return rows.map(({ reader }) => reader)
}

/**
 * Changes the readers of an item and its document, which is returned if something changed. New readers do not
 * see versions before the latest.
 */
export const takeOver = async (
  tx: Tx,
  organizationId: string,
  page: PageRow,
  { rows, list, sharing, awaited = null }: Readers,
): Promise<DocumentRow | null> => {
  const isOther = page.readers !== list
  const before = isOther && page.readers !== null ? await namedBy(tx, page.sourceId, page.readers) : null
  const isWider = isOther && listOf(commonOf(before ?? [], rows)) !== listOf(rows)
  if (isOther || awaited !== null || page.awaited !== null)
    await tx
      .update(sourcePages)
      .set({ readers: list, awaited })
      .where(and(eq(sourcePages.sourceId, page.sourceId), eq(sourcePages.key, page.key)))
  if (page.documentId === null) return null
  const isStale = sql`${documents.sharing} is distinct from ${JSON.stringify(sharing)}::jsonb`
  const [changed] = await tx
    .update(documents)
    .set({
      isRestricted: !sharing.anyone,
      sharing,
      ...(isWider && { versionsFrom: sql`${documents.version}` }),
    })
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
}

/**
 * Opens a document to those who were shown its current version. Changes to a document and its item lock the document
 * first: readers named while it comes into place are seen by one side or the other.
 */
export const openAwaited = async (tx: Tx, organizationId: string, document: DocumentRow) => {
  const [page] = await tx
    .select()
    .from(sourcePages)
    .where(and(eq(sourcePages.documentId, document.id), isNotNull(sourcePages.awaited)))
    .for('update')
  if (!page?.awaited || page.awaited.version > document.version) return document
  const { list, sharing } = page.awaited
  const rows = await namedBy(tx, page.sourceId, list)
  return (await takeOver(tx, organizationId, page, { rows, list, sharing })) ?? document
}
