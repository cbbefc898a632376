import type { Right } from '../../../src/services/contract/roles.ts'
import type { Db } from '../../kernel/db/open.ts'
import { readerWho } from '../readers/readers.policy.ts'
import { createKnowledgeBasesRepository } from './knowledge-bases.repository.ts'

/** A knowledge base that the caller may read. @throws as `readerWho` */
export const knowledgeBaseFor = async (db: Db, userId: string, id: string, right: Right) => {
  const found = await createKnowledgeBasesRepository(db).find(id, userId)
  return readerWho(right, db, userId, found, id, 'knowledge_base')
}
