import { and, eq } from 'drizzle-orm'
import type { Role } from '../../src/services/contract/organizations.ts'
import type { Db, Tx } from '../db/open.ts'
import { memberships } from '../db/schema/index.ts'
import { notFound } from '../errors.ts'

export type Membership = typeof memberships.$inferSelect

/**
 * The caller's membership, read now. An organization that does not exist, null, and one of others look the same.
 * @param what the thing asked for, as the answer names it
 * @throws Refusal 404
 */
export async function memberOf(
  db: Db | Tx,
  userId: string,
  organizationId: string | null,
  what = 'Organization',
): Promise<Membership> {
  const [membership] = organizationId
    ? await db
        .select()
        .from(memberships)
        .where(and(eq(memberships.userId, userId), eq(memberships.organizationId, organizationId)))
    : []
  if (!membership) throw notFound(what)
  return membership
}

/** A viewer reads and asks; everybody else also changes what is there. */
export const mayEdit = (role: Role) => role !== 'viewer'

/** Names the organization, and gives it its logo. */
export const mayManage = (role: Role) => role === 'owner' || role === 'admin'

export const mayDelete = (role: Role) => role === 'owner'
