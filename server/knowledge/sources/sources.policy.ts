import type { Right } from '../../../src/services/contract/roles.ts'
import type { Db } from '../../kernel/db/open.ts'
import { readerWho } from '../readers/readers.policy.ts'
import { createSourcesRepository } from './sources.repository.ts'

/** A source that the caller may read. @throws as `readerWho` */
export const sourceFor = async (db: Db, userId: string, id: string, right: Right) => {
  const found = await createSourcesRepository(db).find(id)
  return readerWho(right, db, userId, found, found?.source.knowledgeBaseId, 'source')
}
