import type { DocumentsChange } from '../../../src/services/contract/documents.ts'
import { notFound, refusal } from '../../kernel/errors.ts'
import type { DocumentEvents } from './document-events.ts'
import { type DocumentWorkRepository, RETRIES_MAX } from './document-work.repository.ts'
import type { DocumentsRepository } from './documents.repository.ts'
import type { DocumentChanges, DocumentRow } from './documents.types.ts'
import type { PassagesRepository } from './passages.repository.ts'

type Parts = {
  documents: DocumentsRepository
  passages: PassagesRepository
  work: DocumentWorkRepository
  events: DocumentEvents
  /** Announces a waiting document. */
  enqueue: () => void
  /** Removes remains of deleted documents from the disk. */
  removeDeleted: () => Promise<void>
}

type Base = { id: string }

export type Documents = ReturnType<typeof createDocuments>

/** Documents of knowledge bases after their contents were added. */
export const createDocuments = ({ documents, passages, work, events, enqueue, removeDeleted }: Parts) => {
  const remove = async ({ id, knowledgeBaseId }: DocumentRow) => {
    await passages.deleteOf(id)
    await documents.delete(id)
    events.notifySourceRemoved(id, knowledgeBaseId)
  }

  const requeue = async (rows: DocumentRow[]) => {
    const requeued = await work.requeue(rows.map(({ id }) => id))
    events.tell('document_progress', ...requeued)
    return requeued
  }

  const change = async (rows: DocumentRow[], changes: DocumentChanges) => {
    const changed = await documents.change(
      rows.map(({ id }) => id),
      changes,
    )
    events.tell('document_changed', ...changed)
    return changed
  }

  const switchTo = (enabled: boolean) => async (rows: DocumentRow[]) =>
    (
      await change(
        rows.filter((row) => row.enabled !== enabled),
        { enabled },
      )
    ).length

  /** Each returns how many it changed. */
  const actions: Record<DocumentsChange['action'], (rows: DocumentRow[]) => Promise<number>> = {
    enable: switchTo(true),
    disable: switchTo(false),
    retry: async (rows) => (await requeue(rows)).length,
    async delete(rows) {
      for (const row of rows) await remove(row)
      return rows.length
    },
  }

  return {
    of: documents.of,
    /** With its organization; null if it is gone. */
    find: documents.find,
    page: documents.page,

    /** Searchable passages, or those of the older reading that contains the passage `cited`. */
    async textOf({ id, servedReading }: DocumentRow, cited?: string) {
      const reading = (cited && (await passages.readingWith(cited, id))) || servedReading
      return {
        isCurrent: reading === servedReading,
        passages: reading === null ? [] : await passages.of(id, reading),
      }
    },

    /** @throws Refusal 404 if it is gone by now */
    async change(row: DocumentRow, changes: DocumentChanges) {
      const [changed] = await change([row], changes)
      if (!changed) throw notFound('document')
      return changed
    },

    /** Returns the number changed. */
    async changeMany({ id }: Base, userId: string, { ids, action }: DocumentsChange) {
      const changed = await actions[action](await documents.among(id, userId, ids))
      if (action === 'retry') enqueue()
      if (action === 'delete') await removeDeleted()
      return changed
    },

    /** @throws Refusal 409 for a document that neither failed nor was cancelled, or was retried too often */
    async retry(document: DocumentRow) {
      const [row] = await requeue([document])
      if (!row) {
        throw document.retries >= RETRIES_MAX
          ? refusal('retried_too_often', { max: RETRIES_MAX })
          : refusal('not_failed')
      }
      enqueue()
      return row
    },

    /** @throws Refusal 409 for a document that is neither waiting nor running */
    async cancel({ id }: DocumentRow) {
      const row = await work.cancel(id)
      if (!row) throw refusal('settled')
      events.tell('document_cancelled', row)
      return row
    },

    /** Hides a document that its source lost. */
    async hide(id: string) {
      const row = await documents.hide(id)
      if (row) events.notifySourceRemoved(id, row.knowledgeBaseId)
    },

    async remove(document: DocumentRow) {
      await remove(document)
      await removeDeleted()
    },
  }
}
