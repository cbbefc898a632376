import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { may, type Right } from '../../src/services/contract/roles.ts'
import type { Db, Tx } from '../kernel/db/open.ts'
import { apiKeys, memberships } from '../kernel/db/schema/index.ts'
import { forbidden, type Missing, notFound } from '../kernel/errors.ts'
import { KEY_ROLE } from './organizations.repository.ts'

export type Membership = Pick<typeof memberships.$inferSelect, 'organizationId' | 'userId' | 'role'>

/**
 * The caller's current membership; an organization's API key counts as a member. A missing organization, null,
 * and an organization without the caller give the same refusal.
 * @param what name of the requested thing in the refusal
 * @throws Refusal 404
 */
export async function memberOf(
  db: Db | Tx,
  userId: string,
  organizationId: string | null,
  what: Missing = 'organization',
): Promise<Membership> {
  const membership = organizationId && (await membershipOf(db, userId, organizationId))
  if (!membership) throw notFound(what)
  return membership
}

async function membershipOf(
  db: Db | Tx,
  userId: string,
  organizationId: string,
): Promise<Membership | undefined> {
  const [membership] = await db
    .select()
    .from(memberships)
    .where(and(eq(memberships.userId, userId), eq(memberships.organizationId, organizationId)))
  if (membership) return membership
  const [key] = await db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, userId), eq(apiKeys.organizationId, organizationId)))
  return key && { organizationId, userId, role: KEY_ROLE }
}

/**
 * The caller's membership, if their role allows it: the contract defines each role's rights.
 * @throws Refusal 404 for a stranger, 403 for a member without the right
 */
export async function memberWho(
  right: Right,
  db: Db | Tx,
  userId: string,
  organizationId: string | null,
  what?: Missing,
): Promise<Membership> {
  const membership = await memberOf(db, userId, organizationId, what)
  if (!may(membership.role, right)) throw forbidden()
  return membership
}

/**
 * Enforces the right that an operation declares if its address names the organization; the other operations find
 * the organization of what they are about. Call it after registerAuthentication.
 */
export function registerMemberships(app: FastifyInstance, db: Db) {
  app.addHook('preHandler', async (request) => {
    const { may: right, orOwn = false } = request.routeOptions.config.rules ?? {}
    const { organizationId, userId } = request.params as { organizationId?: string; userId?: string }
    if (!right || organizationId === undefined) return
    const me = request.user.id
    await memberWho(orOwn && userId === me ? 'read' : right, db, me, organizationId)
  })
}
