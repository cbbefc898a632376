import { and, asc, eq, getTableColumns, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Role } from '../../src/services/contract/roles.ts'
import { TRIAL } from '../billing/plans.ts'
import { fieldsOf, record } from '../kernel/audit.ts'
import type { Db, Tx } from '../kernel/db/open.ts'
import { apiKeys, memberships, organizations, users } from '../kernel/db/schema/index.ts'

export type OrganizationForMember = typeof organizations.$inferSelect & {
  role: (typeof memberships.$inferSelect)['role']
  memberCount: number
}

/** Role of an organization's key, within its scopes. */
export const KEY_ROLE = 'admin'

const forMember = {
  ...getTableColumns(organizations),
  role: sql<Role>`coalesce(${memberships.role}, ${KEY_ROLE})`,
  memberCount: sql<number>`(select count(*)::int from memberships m where m.organization_id = ${organizations.id})`,
}

export function createOrganizationsRepository(db: Db) {
  const of = (userId: string) =>
    db
      .select(forMember)
      .from(organizations)
      .leftJoin(
        memberships,
        and(eq(memberships.organizationId, organizations.id), eq(memberships.userId, userId)),
      )
      .leftJoin(apiKeys, and(eq(apiKeys.organizationId, organizations.id), eq(apiKeys.userId, userId)))
      .where(or(isNotNull(memberships.userId), isNotNull(apiKeys.id)))
      .orderBy(asc(organizations.createdAt), asc(organizations.id))
      .$dynamic()

  return {
    /** The organizations of a user, oldest first. */
    of: (userId: string): Promise<OrganizationForMember[]> => of(userId),

    countOwned: (userId: string): Promise<number> =>
      db.$count(memberships, and(eq(memberships.userId, userId), eq(memberships.role, 'owner'))),

    /** '' if there is none. */
    async nameOf(id: string): Promise<string> {
      const [row] = await db
        .select({ name: organizations.name })
        .from(organizations)
        .where(eq(organizations.id, id))
      return row?.name ?? ''
    },

    update: (id: string, changes: PgUpdateSetSource<typeof organizations>) =>
      db.transaction(async (tx) => {
        const [row] = await tx
          .update(organizations)
          .set({ ...changes, updatedAt: new Date() })
          .where(eq(organizations.id, id))
          .returning({ name: organizations.name })
        await record(tx, id, {
          action: 'organization.changed',
          target: { id, name: row?.name ?? '' },
          details: { fields: fieldsOf(changes) },
        })
      }),

    /** The ids of its former members. */
    async delete(tx: Tx, id: string, name: string): Promise<string[]> {
      await record(tx, id, { action: 'organization.deleted', target: { id, name } })
      const members = await tx
        .select({ id: memberships.userId })
        .from(memberships)
        .where(eq(memberships.organizationId, id))
      await tx.delete(organizations).where(eq(organizations.id, id))
      return members.map((member) => member.id)
    },

    /** Null if the slug is taken. The first organization that a person creates has a trial. */
    insert: (organization: typeof organizations.$inferInsert, ownerId: string) =>
      db.transaction(async (tx) => {
        const [row] = await tx
          .insert(organizations)
          .values({ ...organization, trialEndsAt: null })
          .onConflictDoNothing()
          .returning()
        if (!row) return null
        const [tries] = await tx
          .update(users)
          .set({ triedAt: new Date() })
          .where(and(eq(users.id, ownerId), isNull(users.triedAt)))
          .returning({ id: users.id })
        if (tries)
          await tx
            .update(organizations)
            .set({ trialEndsAt: new Date(Date.now() + TRIAL) })
            .where(eq(organizations.id, row.id))
        await tx.insert(memberships).values({ organizationId: row.id, userId: ownerId, role: 'owner' })
        await record(tx, row.id, { action: 'organization.created', target: { id: row.id, name: row.name } })
        return row
      }),
  }
}
export type OrganizationsRepository = ReturnType<typeof createOrganizationsRepository>
