import type { Right } from '../../../src/services/contract/roles.ts'
import type { Db } from '../../kernel/db/open.ts'
import { notFound } from '../../kernel/errors.ts'
import { readerWho } from '../readers/readers.policy.ts'
import { createKnowledgeBasesRepository } from './knowledge-bases.repository.ts'

/**
 * A knowledge base that the caller may read.
 * @throws Refusal 404 for other organizations', unreadable and unknown ones alike, 403 without the right
 */
export const knowledgeBaseFor = async (db: Db, userId: string, id: string, right: Right) => {
  const found = await createKnowledgeBasesRepository(db).find(id, userId)
  await readerWho(right, db, userId, found, id, 'Knowledge base')
  if (!found) throw notFound('knowledge_base')
  return found
}
