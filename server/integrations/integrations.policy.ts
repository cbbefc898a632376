import type { Db } from '../db/open.ts'
import { forbidden, notFound } from '../errors.ts'
import { mayEdit, memberOf } from '../organizations/organizations.policy.ts'
import type { IntegrationsRepository } from './integrations.repository.ts'

/**
 * An integration of the caller's organizations.
 * @throws Refusal 404 for others and unknown ones alike, 403 for a viewer who wants to change it
 */
export const integrationFor = async (
  { db, integrations }: { db: Db; integrations: IntegrationsRepository },
  userId: string,
  id: string,
  intent: 'read' | 'edit',
) => {
  const found = await integrations.find(id)
  const { role } = await memberOf(db, userId, found?.organizationId ?? null, 'Integration')
  if (!found) throw notFound('Integration')
  if (intent === 'edit' && !mayEdit(role)) throw forbidden()
  return found
}
