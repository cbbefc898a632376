import type { Db } from '../../kernel/db/open.ts'
import { memberWho } from '../../organizations/organizations.policy.ts'
import { requireVerified } from '../accounts.policy.ts'

/**
 * Only an owner with a confirmed address decides which accounts make people members.
 * @returns the organization's id
 * @throws Refusal 403, 404
 */
export async function verifiedOwner(db: Db, userId: string, organizationId: string): Promise<string> {
  await memberWho('own', db, userId, organizationId)
  await requireVerified(db, userId)
  return organizationId
}
