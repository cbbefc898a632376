import type { Right } from '../../../src/services/contract/roles.ts'
import type { Db } from '../../kernel/db/open.ts'
import { documentReaderWho } from '../readers/readers.policy.ts'
import { createDocumentsRepository } from './documents.repository.ts'
import { createPassagesRepository } from './passages.repository.ts'

/** A document that the caller may read, and what it belongs to. @throws as `readerWho` */
export const documentFor = async (db: Db, userId: string, id: string, right: Right) => {
  const found = await createDocumentsRepository(db).find(id)
  return documentReaderWho(right, db, userId, found, 'document')
}

/** A passage that the caller may read, with its document. @throws as `readerWho` */
export const passageFor = async (db: Db, userId: string, id: string, right: Right) => {
  const passage = await createPassagesRepository(db).find(id)
  const document = passage && (await createDocumentsRepository(db).find(passage.documentId))
  return documentReaderWho(right, db, userId, document && { ...document, passage }, 'passage')
}
