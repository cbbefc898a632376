import { and, eq, gt, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { record } from '../../kernel/audit.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { invitations, memberships } from '../../kernel/db/schema/index.ts'
import type { InvitationsRepository } from '../../organizations/invitations/invitations.repository.ts'
import type { MemberNotifications } from '../../organizations/members/member-notifications.ts'
import type { MembersRepository } from '../../organizations/members/members.repository.ts'
import type { UserRow } from '../accounts.repository.ts'
import { refuse } from './failures.ts'
import { auditedPerson, type ProviderRoles, type ReportedRole, type RoleSource } from './provider-roles.ts'
import type { ProviderSessions } from './provider-sessions.ts'
import type { RemovedPeople } from './removed-people.ts'

type Parts = {
  members: MembersRepository
  invitations: Pick<InvitationsRepository, 'accept'>
  memberNotifications: MemberNotifications
  providerRoles: ProviderRoles
  providerSessions: Pick<ProviderSessions, 'endOthers'>
  removedPeople: Pick<RemovedPeople, 'forget' | 'includes'>
}
type Organization = { id: string; name: string }

/** Information from the provider about someone. */
type Entrant = {
  /** Read while no one else changes the members. */
  reportedRole(tx: Tx, userId: string): Promise<ReportedRole>
  by: RoleSource
  /** Records the provider's link to the account, with the membership. */
  link(tx: Tx, userId: string): Promise<unknown>
}
/** People without an account get one once there is room for a member. */
type Newcomer = Entrant & { known: UserRow | null; email: string; create(): Promise<UserRow> }

export type Admission = ReturnType<typeof createAdmission>

/** Makes people vouched for by a provider members, and gives members the role that it reports. */
export const createAdmission = (
  { db, limits }: Pick<Context, 'db' | 'limits'>,
  {
    members,
    invitations: repository,
    memberNotifications,
    providerRoles,
    providerSessions,
    removedPeople,
  }: Parts,
) => {
  const pendingInvitation = async (tx: Db | Tx, organizationId: string, email: string) => {
    const [row] = await tx
      .select()
      .from(invitations)
      .where(
        and(
          eq(invitations.organizationId, organizationId),
          eq(sql`lower(${invitations.email})`, email.toLowerCase()),
          eq(invitations.status, 'pending'),
          gt(invitations.expiresAt, new Date()),
        ),
      )
    return row ?? null
  }

  /** A provider that manages members restores the people it names. */
  const refuseRemoved = async (
    tx: Db | Tx,
    organizationId: string,
    by: RoleSource,
    person: { userId: string | null; email: string },
  ) => {
    if (by !== 'single_sign_on' || (await pendingInvitation(tx, organizationId, person.email))) return
    if (await removedPeople.includes(tx, organizationId, person)) refuse('removed')
  }

  const join = async (
    tx: Tx,
    organization: Organization,
    user: UserRow,
    { claimed, settings }: ReportedRole,
    by: RoleSource,
  ) => {
    await refuseRemoved(tx, organization.id, by, { userId: user.id, email: user.email })
    const pending = await pendingInvitation(tx, organization.id, user.email)
    const invitation = pending && (await repository.accept(tx, pending.id))
    if (invitation) await removedPeople.forget(tx, organization.id, user.id)
    const role =
      claimed === 'none' || claimed === 'absent' ? (invitation?.role ?? settings.defaultRole) : claimed
    await tx.insert(memberships).values({ organizationId: organization.id, userId: user.id, role })
    await record(tx, organization.id, { action: 'member.joined', ...auditedPerson(user, by, { role }) })
  }

  /** Whether the membership has changed. */
  const enter = (organization: Organization, user: UserRow, { reportedRole, by, link }: Entrant) =>
    db.transaction(async (tx) => {
      await members.lock(tx, organization.id)
      const reported = await reportedRole(tx, user.id)
      const isNew = (await members.roleOf(tx, organization.id, user.id)) === null
      if (isNew) await join(tx, organization, user, reported, by)
      const isChanged = isNew || (await providerRoles.follow(tx, organization.id, user, reported, by))
      await link(tx, user.id)
      return isChanged
    })

  return {
    /** @throws SignInRefusal, Refusal 402 if the plan is full */
    async admit(
      organization: Organization,
      { known, email, create, ...entrant }: Newcomer,
    ): Promise<UserRow> {
      // They get no account.
      if (known === null) await refuseRemoved(db, organization.id, entrant.by, { userId: null, email })
      const isMember = known !== null && (await members.find(organization.id, known.id)) !== null
      const entering = async () => {
        const user = known ?? (await create())
        return { user, isChanged: await enter(organization, user, entrant) }
      }
      const { user, isChanged } = await (isMember
        ? entering()
        : limits.within(organization.id, { members: 1 }, entering))
      if (isChanged) {
        memberNotifications.changed(organization, user.id)
        await providerSessions.endOthers(organization.id)
      }
      return user
    },
  }
}
