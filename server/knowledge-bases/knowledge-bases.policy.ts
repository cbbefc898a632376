import type { Right } from '../../src/services/contract/roles.ts'
import type { Db } from '../db/open.ts'
import { notFound } from '../errors.ts'
import { memberWho } from '../organizations/organizations.policy.ts'
import { createKnowledgeBasesRepository } from './knowledge-bases.repository.ts'

/**
 * A knowledge base of the caller's organizations.
 * @throws Refusal 404 for others and unknown ones alike, 403 without the right to it
 */
export const knowledgeBaseFor = async (db: Db, userId: string, id: string, right: Right) => {
  const found = await createKnowledgeBasesRepository(db).find(id)
  await memberWho(right, db, userId, found?.organizationId ?? null, 'Knowledge base')
  if (!found) throw notFound('knowledge_base')
  return found
}
