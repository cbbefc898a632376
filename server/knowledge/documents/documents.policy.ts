import type { Right } from '../../../src/services/contract/roles.ts'
import type { Db } from '../../kernel/db/open.ts'
import { notFound } from '../../kernel/errors.ts'
import { documentReaderWho } from '../readers/readers.policy.ts'
import { createDocumentsRepository } from './documents.repository.ts'
import { createPassagesRepository } from './passages.repository.ts'

/**
 * A document that the caller may read, and what it belongs to.
 * @throws Refusal 404 for other organizations', unreadable and unknown ones alike, 403 without the right
 */
export const documentFor = async (db: Db, userId: string, id: string, right: Right) => {
  const found = await createDocumentsRepository(db).find(id)
  await documentReaderWho(right, db, userId, found, 'Document')
  if (!found) throw notFound('document')
  return found
}

/**
 * A passage that the caller may read, with its document.
 * @throws Refusal 404 for other organizations', unreadable and unknown ones alike, 403 without the right
 */
export const passageFor = async (db: Db, userId: string, id: string, right: Right) => {
  const passage = await createPassagesRepository(db).find(id)
  const found = passage && (await createDocumentsRepository(db).find(passage.documentId))
  await documentReaderWho(right, db, userId, found, 'Passage')
  if (!found) throw notFound('passage')
  return { ...found, passage }
}
