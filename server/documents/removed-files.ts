import type { FastifyBaseLogger } from 'fastify'
import type { DocumentsRepository } from './documents.repository.ts'
import type { Files } from './files.ts'

type Parts = { documents: DocumentsRepository; files: Files; log: FastifyBaseLogger }

/** Removes the files of deleted documents; those that resist are tried again with the next ones. */
export const createFileRemoval =
  ({ documents, files, log }: Parts) =>
  async (): Promise<void> => {
    try {
      const ids = await documents.removed()
      for (const id of ids) await files.remove(id)
      if (ids.length > 0) await documents.forgetRemoved(ids)
    } catch (error) {
      log.warn({ err: error }, 'files of deleted documents were not removed')
    }
  }
