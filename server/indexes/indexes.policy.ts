import type { Right } from '../../src/services/contract/roles.ts'
import type { Db } from '../db/open.ts'
import { notFound } from '../errors.ts'
import { memberWho } from '../organizations/organizations.policy.ts'
import { createIndexesRepository } from './indexes.repository.ts'

/**
 * An index of a knowledge base of the caller's organizations.
 * @throws Refusal 404 for others and unknown ones alike, 403 without the right to it
 */
export const indexFor = async (db: Db, userId: string, id: string, right: Right) => {
  const found = await createIndexesRepository(db).find(id)
  await memberWho(right, db, userId, found?.organizationId ?? null, 'Index')
  if (!found) throw notFound('index')
  return found.index
}
