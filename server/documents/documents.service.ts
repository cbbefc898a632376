import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ApiError } from '../../src/services/contract/common.ts'
import { FILES_PER_REQUEST_MAX } from '../../src/services/contract/documents.ts'
import type { LimitsService } from '../billing/limits.ts'
import { conflict, notFound, Refusal } from '../errors.ts'
import { cleanedFileName } from '../ingestion/clean.ts'
import { IngestionFailure } from '../ingestion/failure.ts'
import { sniff } from '../ingestion/sniff.ts'
import type { DocumentEvents } from './document-events.ts'
import { type DocumentWorkRepository, RETRIES_MAX } from './document-work.repository.ts'
import type { DocumentsRepository } from './documents.repository.ts'
import type { DocumentRow } from './documents.types.ts'
import { type Files, type ReceivedFile, TOO_LARGE } from './files.ts'
import type { PassagesRepository } from './passages.repository.ts'

export type Received = { name: string; document: DocumentRow | null; error: ApiError | null }

const TRIED_TOO_OFTEN = `This document was tried again ${RETRIES_MAX} times.`

type Parts = {
  documents: DocumentsRepository
  passages: PassagesRepository
  work: DocumentWorkRepository
  files: Files
  events: DocumentEvents
  limits: LimitsService
  /** Says that a document waits. */
  enqueue: () => void
  /** Removes what the disk holds of deleted documents. */
  removeDeleted: () => Promise<void>
}

const refused = (name: string, code: string, detail: string): Received => ({
  name,
  document: null,
  error: { code, detail },
})

export type Documents = ReturnType<typeof createDocuments>

export const createDocuments = ({
  documents,
  passages,
  work,
  files,
  events,
  limits,
  enqueue,
  removeDeleted,
}: Parts) => {
  const store = async (file: ReceivedFile, name: string, knowledgeBaseId: string, userId: string) => {
    const type = await sniff(name, file.head, file.tail)
    const id = randomUUID()
    await files.keep(file, id)
    const row = {
      id,
      knowledgeBaseId,
      name,
      type,
      size: file.size,
      contentHash: file.hash,
      createdBy: userId,
    }
    const inserted = await documents.insert(row)
    if (inserted === null || inserted === 'duplicate') await files.remove(id)
    return inserted
  }

  return {
    of: (knowledgeBaseId: string) => documents.of(knowledgeBaseId),
    passagesOf: (id: string) => passages.of(id),

    /** What is said to the file after the last one that a request may bring. */
    tooMany: (name: string) =>
      refused(
        cleanedFileName(name),
        'too_many_files',
        `Only ${FILES_PER_REQUEST_MAX} files can be added at once. Add this one in a second step.`,
      ),

    /** Takes one file in. Whatever is wrong with it is in the answer; the other files do not suffer. */
    async receive(
      stream: Readable,
      sentName: string,
      { id: knowledgeBaseId, organizationId }: { id: string; organizationId: string },
      userId: string,
    ): Promise<Received> {
      const name = cleanedFileName(sentName)
      const file = await files.receive(stream)
      if (file.tooLarge) {
        await files.discard(file)
        return refused(name, 'file_too_large', TOO_LARGE)
      }
      try {
        const room = { documents: 1, storage_bytes: file.size }
        const inserted = await limits.within(organizationId, room, () =>
          store(file, name, knowledgeBaseId, userId),
        )
        if (inserted === null) throw notFound('Knowledge base')
        if (inserted === 'duplicate')
          return refused(name, 'duplicate', 'This knowledge base already holds a file with the same content.')
        events.tell('document_added', inserted)
        enqueue()
        return { name, document: inserted, error: null }
      } catch (error) {
        await files.discard(file)
        if (error instanceof Refusal && error.status === 402)
          return { name, document: null, error: error.body }
        if (!(error instanceof IngestionFailure)) throw error
        const { code, message, hint } = error.reason
        return refused(name, code, `${message} ${hint}`)
      }
    },

    /** @throws Refusal 409 for a document that has not failed, or was tried again too often */
    async retry({ id, retries }: DocumentRow) {
      const row = await work.requeue(id)
      if (!row) {
        throw retries >= RETRIES_MAX
          ? conflict('retried_too_often', `${TRIED_TOO_OFTEN} Delete it, and add the file again.`)
          : conflict('not_failed', 'Only a document that has failed can be tried again.')
      }
      events.tell('document_progress', row)
      enqueue()
      return row
    },

    /** Removes a document with its passages, and its file. */
    async remove({ id, knowledgeBaseId }: Pick<DocumentRow, 'id' | 'knowledgeBaseId'>) {
      await passages.deleteOf(id)
      await documents.delete(id)
      await removeDeleted()
      events.tellRemoved(id, knowledgeBaseId)
    },
  }
}
