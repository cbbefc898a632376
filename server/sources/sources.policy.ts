import type { Right } from '../../src/services/contract/roles.ts'
import type { Db } from '../db/open.ts'
import { notFound } from '../errors.ts'
import { memberWho } from '../organizations/organizations.policy.ts'
import { createSourcesRepository } from './sources.repository.ts'

/**
 * A source of the caller's organizations.
 * @throws Refusal 404 for others and unknown ones alike, 403 without the right to it
 */
export const sourceFor = async (db: Db, userId: string, id: string, right: Right) => {
  const found = await createSourcesRepository(db).find(id)
  await memberWho(right, db, userId, found?.organizationId ?? null, 'Source')
  if (!found) throw notFound('source')
  return found
}
