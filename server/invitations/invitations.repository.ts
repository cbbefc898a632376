import { and, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { InvitedRole } from '../../src/services/contract/invitations.ts'
import type { Db, Tx } from '../db/open.ts'
import { invitations, memberships, organizations, users } from '../db/schema/index.ts'

const inviters = alias(users, 'inviters')
const selected = {
  invitation: invitations,
  organization: { id: organizations.id, name: organizations.name },
  inviter: { firstName: inviters.firstName, lastName: inviters.lastName, email: inviters.email },
}

type InvitationStatusRow = (typeof invitations.$inferSelect)['status']
type NewInvitation = Pick<
  typeof invitations.$inferInsert,
  'id' | 'organizationId' | 'email' | 'role' | 'invitedBy' | 'tokenHash'
>
export type InvitationsRepository = ReturnType<typeof createInvitationsRepository>

export const createInvitationsRepository = (db: Db) => {
  const list = () =>
    db
      .select(selected)
      .from(invitations)
      .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
      .leftJoin(inviters, eq(inviters.id, invitations.invitedBy))
      .$dynamic()

  return {
    /** Those that wait for an answer, or got none in time, or a no; newest first. */
    openOf: (organizationId: string) =>
      list()
        .where(
          and(
            eq(invitations.organizationId, organizationId),
            inArray(invitations.status, ['pending', 'declined']),
          ),
        )
        .orderBy(desc(invitations.createdAt), desc(invitations.id)),

    async find(id: string) {
      const [row] = await list().where(eq(invitations.id, id))
      return row ?? null
    },

    async byHash(tokenHash: string) {
      const [row] = await list().where(eq(invitations.tokenHash, tokenHash))
      return row ?? null
    },

    /** Of these addresses, those of members. */
    async membersAmong(organizationId: string, emails: string[]): Promise<Set<string>> {
      const rows = await db
        .select({ email: sql<string>`lower(${users.email})` })
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.userId))
        .where(
          and(eq(memberships.organizationId, organizationId), inArray(sql`lower(${users.email})`, emails)),
        )
      return new Set(rows.map(({ email }) => email))
    },

    /** Those that keep a place: pending, not expired, and not for these addresses. */
    countPending: (organizationId: string, but: string[]) =>
      db.$count(
        invitations,
        and(
          eq(invitations.organizationId, organizationId),
          eq(invitations.status, 'pending'),
          gt(invitations.expiresAt, new Date()),
          ...but.map((email) => ne(invitations.email, email)),
        ),
      ),

    /** A pending one of the same address is renewed and keeps its id; null when it was answered just now. */
    async upsert(invitation: NewInvitation, expiresAt: Date): Promise<{ id: string; isNew: boolean } | null> {
      const { organizationId, email, role, invitedBy } = invitation
      const [inserted] = await db
        .insert(invitations)
        .values({ ...invitation, expiresAt })
        .onConflictDoNothing()
        .returning({ id: invitations.id })
      if (inserted) return { id: inserted.id, isNew: true }
      const [renewed] = await db
        .update(invitations)
        .set({ role, invitedBy, expiresAt })
        .where(
          and(
            eq(invitations.organizationId, organizationId),
            eq(invitations.status, 'pending'),
            eq(invitations.email, email),
          ),
        )
        .returning({ id: invitations.id })
      return renewed ? { id: renewed.id, isNew: false } : null
    },

    renew: (id: string, expiresAt: Date) =>
      db
        .update(invitations)
        .set({ expiresAt })
        .where(and(eq(invitations.id, id), eq(invitations.status, 'pending')))
        .returning({ id: invitations.id }),

    /** Whether it was still pending. */
    async settle(on: Db | Tx, id: string, status: Exclude<InvitationStatusRow, 'pending'>): Promise<boolean> {
      const rows = await on
        .update(invitations)
        .set({ status })
        .where(and(eq(invitations.id, id), inArray(invitations.status, openStatuses[status])))
        .returning({ id: invitations.id })
      return rows.length > 0
    },

    /** False when the user was a member already. */
    async join(tx: Tx, organizationId: string, userId: string, role: InvitedRole): Promise<boolean> {
      const rows = await tx
        .insert(memberships)
        .values({ organizationId, userId, role })
        .onConflictDoNothing()
        .returning({ userId: memberships.userId })
      return rows.length > 0
    },

    async hasAccount(email: string): Promise<boolean> {
      return (await db.$count(users, eq(sql`lower(${users.email})`, email))) > 0
    },

    /** Forgets what nobody asks about any more. */
    deleteOlderThan: (moment: Date) => db.delete(invitations).where(lt(invitations.expiresAt, moment)),
  }
}

/** What may still become of it: a declined one can be taken off the list. */
const openStatuses: Record<Exclude<InvitationStatusRow, 'pending'>, InvitationStatusRow[]> = {
  accepted: ['pending'],
  declined: ['pending'],
  revoked: ['pending', 'declined'],
}
