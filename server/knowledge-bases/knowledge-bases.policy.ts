import type { Db } from '../db/open.ts'
import { forbidden, notFound } from '../errors.ts'
import { mayEdit, memberOf } from '../organizations/organizations.policy.ts'
import type { KnowledgeBasesRepository } from './knowledge-bases.repository.ts'

/**
 * A knowledge base of the caller's organizations.
 * @throws Refusal 404 for others and unknown ones alike, 403 for a viewer who wants to change it
 */
export const knowledgeBaseFor = async (
  { db, knowledgeBases }: { db: Db; knowledgeBases: KnowledgeBasesRepository },
  userId: string,
  id: string,
  intent: 'read' | 'edit',
) => {
  const found = await knowledgeBases.find(id)
  const { role } = await memberOf(db, userId, found?.organizationId ?? null, 'Knowledge base')
  if (!found) throw notFound('Knowledge base')
  if (intent === 'edit' && !mayEdit(role)) throw forbidden()
  return found
}
