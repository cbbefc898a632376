import type { Right } from '../../src/services/contract/roles.ts'
import type { Db } from '../kernel/db/open.ts'
import { type Membership, memberWho } from '../organizations/organizations.policy.ts'
import { createOrganizationsRepository } from '../organizations/organizations.repository.ts'

/**
 * The caller's membership in the organization whose plan is meant: the named one, else the first that they own,
 * else the first that they belong to.
 * @throws Refusal 404 for a stranger, 403 for a member without the right
 */
export async function payer(
  db: Db,
  right: Right,
  userId: string,
  named: string | undefined,
): Promise<Membership> {
  if (named !== undefined) return memberWho(right, db, userId, named)
  const all = await createOrganizationsRepository(db).of(userId)
  const meant = all.find(({ role }) => role === 'owner') ?? all[0]
  return memberWho(right, db, userId, meant?.id ?? null)
}
