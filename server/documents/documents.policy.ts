import type { Db } from '../db/open.ts'
import { forbidden, notFound } from '../errors.ts'
import { mayEdit, memberOf } from '../organizations/organizations.policy.ts'
import type { DocumentsRepository } from './documents.repository.ts'

/**
 * A document of the caller's organizations.
 * @throws Refusal 404 for others and unknown ones alike, 403 for a viewer who wants to change it
 */
export const documentFor = async (
  { db, documents }: { db: Db; documents: DocumentsRepository },
  userId: string,
  id: string,
  intent: 'read' | 'edit',
) => {
  const found = await documents.find(id)
  const { role } = await memberOf(db, userId, found?.organizationId ?? null, 'Document')
  if (!found) throw notFound('Document')
  if (intent === 'edit' && !mayEdit(role)) throw forbidden()
  return found.document
}
