import type { FastifyBaseLogger } from 'fastify'
import type { Files } from '../../kernel/files/files.types.ts'
import type { Retrieval } from '../retrieval/retrieval.module.ts'
import type { DocumentsRepository } from './documents.repository.ts'

type Parts = {
  documents: DocumentsRepository
  files: Files
  retrieval: Pick<Retrieval, 'purgeEverywhere'>
  log: FastifyBaseLogger
}

/** Removes stored data of deleted documents: files and index. Failures are retried with the next ones. */
export const createRemoval =
  ({ documents, files, retrieval, log }: Parts) =>
  async (): Promise<void> => {
    try {
      const removed = await documents.removed()
      if (removed.length === 0) return
      for (const { fileId } of removed) await files.remove(fileId)
      await retrieval.purgeEverywhere(removed.flatMap(({ knowledgeBaseId }) => knowledgeBaseId ?? []))
      await documents.forgetRemoved(removed.map(({ fileId }) => fileId))
    } catch (error) {
      log.warn({ err: error }, 'what is kept of deleted documents was not removed')
    }
  }
