import type { Right } from '../../../src/services/contract/roles.ts'
import type { Db } from '../../kernel/db/open.ts'
import { notFound } from '../../kernel/errors.ts'
import { readerWho } from '../readers/readers.policy.ts'
import { createIndexesRepository } from './indexes.repository.ts'

/**
 * An index of a knowledge base that the caller may read.
 * @throws Refusal 404 for other organizations', unreadable and unknown ones alike, 403 without the right
 */
export const indexFor = async (db: Db, userId: string, id: string, right: Right) => {
  const found = await createIndexesRepository(db).find(id)
  await readerWho(right, db, userId, found, found?.index.knowledgeBaseId, 'Index')
  if (!found) throw notFound('index')
  return found.index
}
