import type { Right } from '../../src/services/contract/roles.ts'
import type { Db } from '../db/open.ts'
import { notFound } from '../errors.ts'
import { memberWho } from '../organizations/organizations.policy.ts'
import { createDocumentsRepository } from './documents.repository.ts'
import { createPassagesRepository } from './passages.repository.ts'

/**
 * A document of the caller's organizations, and which one it is of.
 * @throws Refusal 404 for others and unknown ones alike, 403 without the right to it
 */
export const documentFor = async (db: Db, userId: string, id: string, right: Right) => {
  const found = await createDocumentsRepository(db).find(id)
  await memberWho(right, db, userId, found?.organizationId ?? null, 'Document')
  if (!found) throw notFound('document')
  return found
}

/**
 * A passage of the caller's organizations, with its document.
 * @throws Refusal 404 for others and unknown ones alike, 403 without the right to it
 */
export const passageFor = async (db: Db, userId: string, id: string, right: Right) => {
  const passage = await createPassagesRepository(db).find(id)
  const found = passage && (await createDocumentsRepository(db).find(passage.documentId))
  await memberWho(right, db, userId, found?.organizationId ?? null, 'Passage')
  if (!found) throw notFound('passage')
  return { ...found, passage }
}
