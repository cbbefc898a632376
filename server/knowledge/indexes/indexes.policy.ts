import type { Right } from '../../../src/services/contract/roles.ts'
import type { Db } from '../../kernel/db/open.ts'
import { readerWho } from '../readers/readers.policy.ts'
import { createIndexesRepository } from './indexes.repository.ts'

/** An index of a knowledge base that the caller may read. @throws as `readerWho` */
export const indexFor = async (db: Db, userId: string, id: string, right: Right) => {
  const found = await createIndexesRepository(db).find(id)
  return (await readerWho(right, db, userId, found, found?.index.knowledgeBaseId, 'index')).index
}
