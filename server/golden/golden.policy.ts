import type { Right } from '../../src/services/contract/roles.ts'
import type { Db } from '../db/open.ts'
import { notFound } from '../errors.ts'
import { memberWho } from '../organizations/organizations.policy.ts'
import { createGoldenRepository } from './golden.repository.ts'

/**
 * A golden question of the caller's organizations.
 * @throws Refusal 404 for others and unknown ones alike, 403 without the right to it
 */
export const goldenQuestionFor = async (db: Db, userId: string, id: string, right: Right) => {
  const found = await createGoldenRepository(db).find(id)
  await memberWho(right, db, userId, found?.organizationId ?? null, 'Golden question')
  if (!found) throw notFound('golden_question')
  return found.question
}
