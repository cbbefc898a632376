import type { Documents } from '../documents/documents.service.ts'
import type { SourcesRepository } from './sources.repository.ts'
import type { SourceRow } from './sources.types.ts'

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
