import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { may, type Right, Role } from '../../../src/services/contract/roles.ts'
import { byName } from '../../kernel/db/filters.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { memberships, organizations, sessions, users } from '../../kernel/db/schema/index.ts'

const selected = {
  userId: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  profilePictureUrl: users.profilePictureUrl,
  role: memberships.role,
  joinedAt: memberships.joinedAt,
  lastActiveAt: sql<Date | null>`(select max(${sessions.lastSeenAt}) from ${sessions}
    where ${sessions.userId} = ${users.id})`.mapWith(sessions.lastSeenAt),
}

export type MembersRepository = ReturnType<typeof createMembersRepository>

const rank = sql`array_position(array['owner', 'admin', 'editor', 'viewer'], ${memberships.role})`
const name = sql`${users.lastName} || ' ' || ${users.firstName} || ' ' || ${users.email}`

export const createMembersRepository = (db: Db) => {
  const one = (organizationId: string, userId: string) =>
    and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId))
  const list = () =>
    db.select(selected).from(memberships).innerJoin(users, eq(users.id, memberships.userId)).$dynamic()

  return {
    /** The members, owners first. */
    of: (organizationId: string) =>
      list().where(eq(memberships.organizationId, organizationId)).orderBy(asc(rank), byName(name)),

    async find(organizationId: string, userId: string) {
      const [row] = await list().where(one(organizationId, userId))
      return row ?? null
    },

    /** Names for the audit log. */
    async named(tx: Tx, userId: string) {
      const [row] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
      return { id: userId, name: row?.email ?? '' }
    },

    async roleOf(tx: Tx, organizationId: string, userId: string): Promise<Role | null> {
      const [row] = await tx
        .select({ role: memberships.role })
        .from(memberships)
        .where(one(organizationId, userId))
      return row?.role ?? null
    },

    /** Ids of the members who have the right. */
    async withRight(organizationId: string, right: Right): Promise<string[]> {
      const rows = await db
        .select({ userId: memberships.userId })
        .from(memberships)
        .where(
          and(
            eq(memberships.organizationId, organizationId),
            inArray(
              memberships.role,
              Role.options.filter((role) => may(role, right)),
            ),
          ),
        )
      return rows.map(({ userId }) => userId)
    },

    setRole: (tx: Tx, organizationId: string, userId: string, role: Role) =>
      tx.update(memberships).set({ role }).where(one(organizationId, userId)),

    delete: (tx: Tx, organizationId: string, userId: string) =>
      tx.delete(memberships).where(one(organizationId, userId)),

    /** Locks the organization's members and roles until the end of the transaction. */
    lock: (tx: Tx, organizationId: string) =>
      tx
        .select({ id: organizations.id })
        .from(organizations)
        .where(eq(organizations.id, organizationId))
        .for('no key update'),

    countOwners: (tx: Tx, organizationId: string) =>
      tx.$count(
        memberships,
        and(eq(memberships.organizationId, organizationId), eq(memberships.role, 'owner')),
      ),
  }
}
