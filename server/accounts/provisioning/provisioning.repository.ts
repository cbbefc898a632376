import { and, asc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { byName } from '../../kernel/db/filters.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { groupMembers, groups, memberships, provisionedUsers, users } from '../../kernel/db/schema/index.ts'
import { isVouchedFor } from '../single-sign-on/identities.ts'

/** Selects one person: directories query each separately. */
export type WhichPeople = { id: string } | { email: string }

export type ProvisioningRepository = ReturnType<typeof createProvisioningRepository>

export const createProvisioningRepository = (db: Db) => {
  const isTheProviders = (organizationId: string) =>
    and(eq(groups.organizationId, organizationId), eq(groups.managedBy, 'provider'))
  const isTheirMembership = (organizationId: string) =>
    and(eq(memberships.userId, users.id), eq(memberships.organizationId, organizationId))
  const groupOf = (organizationId: string, id: string) =>
    and(isTheProviders(organizationId), eq(groups.id, id))

  return {
    /**
     * People whom the provider manages: those with an address of a verified domain, and members that it has
     * sent. The address of someone who left may be private by now.
     */
    people: (organizationId: string, only?: WhichPeople, from: Db | Tx = db) =>
      from
        .select({
          id: users.id,
          email: users.email,
          locale: users.locale,
          firstName: users.firstName,
          lastName: users.lastName,
          externalId: provisionedUsers.externalId,
          isProvisioned: sql<boolean>`${provisionedUsers.userId} is not null`,
          isActive: sql<boolean>`${memberships.userId} is not null`,
          createdAt: sql`coalesce(${provisionedUsers.createdAt}, ${memberships.joinedAt})`.mapWith(
            provisionedUsers.createdAt,
          ),
          updatedAt: sql`coalesce(${provisionedUsers.updatedAt}, ${memberships.joinedAt})`.mapWith(
            provisionedUsers.updatedAt,
          ),
        })
        .from(users)
        .leftJoin(memberships, isTheirMembership(organizationId))
        .leftJoin(
          provisionedUsers,
          and(eq(provisionedUsers.userId, users.id), eq(provisionedUsers.organizationId, organizationId)),
        )
        .where(
          and(
            only && 'id' in only ? eq(users.id, only.id) : undefined,
            only && 'email' in only ? eq(sql`lower(${users.email})`, only.email.toLowerCase()) : undefined,
            inArray(
              users.id,
              union(
                db
                  .select({ id: memberships.userId })
                  .from(memberships)
                  .where(eq(memberships.organizationId, organizationId)),
                db
                  .select({ id: provisionedUsers.userId })
                  .from(provisionedUsers)
                  .where(eq(provisionedUsers.organizationId, organizationId)),
              ),
            ),
            or(
              and(isNotNull(provisionedUsers.userId), isNotNull(memberships.userId)),
              isVouchedFor(organizationId),
            ),
          ),
        )
        .orderBy(asc(users.email)),

    /** Number of people the provider has sent, active or not. */
    countPeople: (organizationId: string) =>
      db.$count(provisionedUsers, eq(provisionedUsers.organizationId, organizationId)),

    putPerson: (tx: Tx, organizationId: string, userId: string, externalId: string | null) =>
      tx
        .insert(provisionedUsers)
        .values({ organizationId, userId, externalId })
        .onConflictDoUpdate({
          target: [provisionedUsers.organizationId, provisionedUsers.userId],
          set: { externalId, updatedAt: new Date() },
        }),

    /** Also removes them from the groups. False if the provider has not sent them. */
    async deletePerson(tx: Tx, organizationId: string, userId: string): Promise<boolean> {
      const theirs = tx.select({ id: groups.id }).from(groups).where(isTheProviders(organizationId))
      await tx
        .delete(groupMembers)
        .where(and(eq(groupMembers.userId, userId), inArray(groupMembers.groupId, theirs)))
      const gone = await tx
        .delete(provisionedUsers)
        .where(and(eq(provisionedUsers.organizationId, organizationId), eq(provisionedUsers.userId, userId)))
        .returning({ id: provisionedUsers.userId })
      return gone.length > 0
    },

    /** With the members who are among the provider's people. */
    async groups(organizationId: string, from: Db | Tx = db) {
      const [rows, members] = await Promise.all([
        from.select().from(groups).where(isTheProviders(organizationId)).orderBy(byName(groups.name)),
        from
          .select({ groupId: groupMembers.groupId, id: users.id, email: users.email })
          .from(groupMembers)
          .innerJoin(groups, eq(groups.id, groupMembers.groupId))
          .innerJoin(users, eq(users.id, groupMembers.userId))
          .leftJoin(memberships, isTheirMembership(organizationId))
          .where(
            and(
              isTheProviders(organizationId),
              or(isNotNull(memberships.userId), isVouchedFor(organizationId)),
            ),
          )
          .orderBy(asc(users.email)),
      ])
      const ofGroup = new Map<string, typeof members>(rows.map(({ id }) => [id, []]))
      for (const member of members) ofGroup.get(member.groupId)?.push(member)
      return rows.map((row) => ({ ...row, members: ofGroup.get(row.id) ?? [] }))
    },

    async insertGroup(tx: Tx, values: typeof groups.$inferInsert): Promise<string> {
      const [row] = await tx.insert(groups).values(values).returning({ id: groups.id })
      return row!.id
    },

    updateGroup: (
      tx: Tx,
      organizationId: string,
      id: string,
      change: { name: string; externalId: string | null },
    ) =>
      tx
        .update(groups)
        .set({ ...change, updatedAt: new Date() })
        .where(groupOf(organizationId, id)),

    deleteGroup: (tx: Tx, organizationId: string, id: string) =>
      tx.delete(groups).where(groupOf(organizationId, id)),

    /** Members not yet among the provider's people are added to them. */
    async setMembers(tx: Tx, organizationId: string, groupId: string, userIds: readonly string[]) {
      await tx.delete(groupMembers).where(eq(groupMembers.groupId, groupId))
      if (userIds.length === 0) return
      await tx
        .insert(provisionedUsers)
        .values(userIds.map((userId) => ({ organizationId, userId })))
        .onConflictDoNothing()
      await tx.insert(groupMembers).values(userIds.map((userId) => ({ groupId, userId })))
    },

    /** Names of the provider's groups that someone is in. */
    async groupNamesOf(tx: Tx, organizationId: string, userId: string): Promise<string[]> {
      const rows = await tx
        .select({ name: groups.name })
        .from(groupMembers)
        .innerJoin(groups, eq(groups.id, groupMembers.groupId))
        .where(and(isTheProviders(organizationId), eq(groupMembers.userId, userId)))
      return rows.map(({ name }) => name)
    },
  }
}
