import { and, desc, eq, gt, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { record } from '../../kernel/audit.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { invitations, mails, memberships, organizations, users } from '../../kernel/db/schema/index.ts'

export type InvitationRow = NonNullable<Awaited<ReturnType<InvitationsRepository['find']>>>

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
    /** Pending, expired and declined ones; newest first. */
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

    /** Addresses among these that belong to members. */
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

    /** Those that occupy a seat: pending, not expired, and not for these addresses. */
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

    /** Renews a pending one for the same address, which keeps its id; null if it was answered just now. */
    upsert: (invitation: NewInvitation, expiresAt: Date): Promise<{ id: string; isNew: boolean } | null> =>
      db.transaction(async (tx) => {
        const { organizationId, email, role, invitedBy } = invitation
        const [inserted] = await tx
          .insert(invitations)
          .values({ ...invitation, expiresAt })
          .onConflictDoNothing()
          .returning({ id: invitations.id })
        const sent = async ({ id }: { id: string }, isNew: boolean) => {
          const target = { id, name: email }
          await record(tx, organizationId, { action: 'invitation.sent', target, details: { role } })
          return { id, isNew }
        }
        if (inserted) return sent(inserted, true)
        const [renewed] = await tx
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
        if (!renewed) return null
        await dropUnsent(tx, invitation)
        return sent(renewed, false)
      }),

    /** Whether it was still pending. It then comes from the person who sends it again. */
    renew: (id: string, invitedBy: string, expiresAt: Date): Promise<boolean> =>
      db.transaction(async (tx) => {
        const [row] = await tx
          .update(invitations)
          .set({ invitedBy, expiresAt })
          .where(and(eq(invitations.id, id), eq(invitations.status, 'pending')))
          .returning()
        if (!row) return false
        await dropUnsent(tx, row)
        await record(tx, row.organizationId, { action: 'invitation.resent', target: targetOf(row) })
        return true
      }),

    setToken: (id: string, tokenHash: string) =>
      db.update(invitations).set({ tokenHash }).where(eq(invitations.id, id)),

    /** Whether it was still pending. */
    end: (id: string, status: 'revoked' | 'declined'): Promise<boolean> =>
      db.transaction(async (tx) => {
        const [row] = await tx
          .update(invitations)
          .set({ status })
          .where(and(eq(invitations.id, id), inArray(invitations.status, openStatuses[status])))
          .returning()
        if (!row) return false
        await dropUnsent(tx, row)
        await record(tx, row.organizationId, { action: `invitation.${status}`, target: targetOf(row) })
        return true
      }),

    /** The invitation as it is now; null if it has ended. */
    async accept(tx: Tx, id: string) {
      const [row] = await tx
        .update(invitations)
        .set({ status: 'accepted' })
        .where(
          and(
            eq(invitations.id, id),
            eq(invitations.status, 'pending'),
            gt(invitations.expiresAt, new Date()),
          ),
        )
        .returning()
      if (row) await dropUnsent(tx, row)
      return row ?? null
    },

    /** False if the user was already a member. */
    async join(
      tx: Tx,
      { organizationId, role, email }: typeof invitations.$inferSelect,
      userId: string,
    ): Promise<boolean> {
      const rows = await tx
        .insert(memberships)
        .values({ organizationId, userId, role })
        .onConflictDoNothing()
        .returning({ userId: memberships.userId })
      if (rows.length > 0)
        await record(tx, organizationId, {
          action: 'member.joined',
          target: { id: userId, name: email },
          details: { role },
        })
      return rows.length > 0
    },

    async hasAccount(email: string): Promise<boolean> {
      return (await db.$count(users, eq(sql`lower(${users.email})`, email))) > 0
    },

    /** Deletes old invitations. */
    deleteOlderThan: (moment: Date) => db.delete(invitations).where(lt(invitations.expiresAt, moment)),
  }
}

/** Mails that would invite to what has ended, or twice; an invited address gets no others of the organization. */
const dropUnsent = (tx: Tx, { organizationId, email }: Pick<NewInvitation, 'organizationId' | 'email'>) =>
  tx
    .delete(mails)
    .where(
      and(eq(mails.organizationId, organizationId), eq(mails.recipient, email), isNotNull(mails.nextTryAt)),
    )

const targetOf = ({ id, email }: typeof invitations.$inferSelect) => ({ id, name: email })

/** Possible statuses: a declined one can be removed from the list. */
const openStatuses: Record<'declined' | 'revoked', InvitationStatusRow[]> = {
  declined: ['pending'],
  revoked: ['pending', 'declined'],
}
