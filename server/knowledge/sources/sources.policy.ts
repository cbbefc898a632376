import type { Right } from '../../../src/services/contract/roles.ts'
import type { Db } from '../../kernel/db/open.ts'
import { notFound } from '../../kernel/errors.ts'
import { readerWho } from '../readers/readers.policy.ts'
import { createSourcesRepository } from './sources.repository.ts'

/**
 * A source that the caller may read.
 * @throws Refusal 404 for other organizations', unreadable and unknown ones alike, 403 without the right
 */
export const sourceFor = async (db: Db, userId: string, id: string, right: Right) => {
  const found = await createSourcesRepository(db).find(id)
  await readerWho(right, db, userId, found, found?.source.knowledgeBaseId, 'Source')
  if (!found) throw notFound('source')
  return found
}
