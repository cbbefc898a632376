import type { Right } from '../../../src/services/contract/roles.ts'
import type { Db } from '../../kernel/db/open.ts'
import { notFound } from '../../kernel/errors.ts'
import { memberWho } from '../../organizations/organizations.policy.ts'
import { createIntegrationsRepository } from './integrations.repository.ts'

/**
 * An integration of the caller's organizations that they may use.
 * @throws Refusal 404 for other organizations', closed and unknown ones alike, 403 without the right
 */
export const integrationFor = async (db: Db, userId: string, id: string, right: Right) => {
  const found = await createIntegrationsRepository(db).find(id, userId)
  await memberWho(right, db, userId, found?.organizationId ?? null, 'integration')
  if (!found) throw notFound('integration')
  return found
}
