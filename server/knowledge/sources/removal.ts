import type { sourcePages } from '../../kernel/db/schema/index.ts'
import type { Documents } from '../documents/documents.service.ts'
import type { SourcesRepository } from './sources.repository.ts'
import type { SourceRow } from './sources.types.ts'

/** Removes pages from a source. Their documents are hidden, and return with the page for 30 days. */
export const hidePages = async (
  { sources, documents }: { sources: SourcesRepository; documents: Pick<Documents, 'hide'> },
  sourceId: string,
  pages: Pick<typeof sourcePages.$inferSelect, 'key' | 'documentId'>[],
) => {
  for (const { key, documentId } of pages) {
    if (documentId) {
      await documents.hide(documentId)
      await sources.markMissing(sourceId, [key], 'removed')
    } else await sources.forgetPage(sourceId, key)
  }
}

type Parts = {
  sources: Pick<SourcesRepository, 'cancel' | 'documentsOf' | 'delete'>
  documents: Pick<Documents, 'find' | 'remove'>
  /** Ends this process's reading of it. */
  stop: (id: string) => Promise<void>
}

/** Removes a source with its documents, including those that another process adds until its reading ends. */
export const createRemoval = ({ sources, documents, stop }: Parts) => {
  const empty = async ({ id }: Pick<SourceRow, 'id'>) => {
    await sources.cancel(id)
    await stop(id)
    for (const { documentId } of await sources.documentsOf(id)) {
      const held = documentId ? await documents.find(documentId, 'hidden too') : null
      if (held) await documents.remove(held.document)
    }
  }
  return async (row: Pick<SourceRow, 'id'>) => {
    do await empty(row)
    while (!(await sources.delete(row.id)))
  }
}
