import { and, eq, gt, sql } from 'drizzle-orm'
import type { Role } from '../../src/services/contract/roles.ts'
import type { UserRow } from '../accounts/accounts.types.ts'
import { record } from '../audit/record.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/open.ts'
import { invitations, memberships } from '../db/schema/index.ts'
import { Refusal } from '../errors.ts'
import type { InvitationsRepository } from '../invitations/invitations.repository.ts'
import type { MemberNotifications } from '../members/member-notifications.ts'
import type { MembersRepository } from '../members/members.repository.ts'
import { roleIn } from './claims.ts'
import { identityOf, linkIdentity } from './identities.ts'
import type { Claims } from './provider.ts'
import type { ProviderRow } from './settings.repository.ts'
import { refuse, SignInRefusal } from './sign-in-refusal.ts'

type Parts = {
  members: MembersRepository
  invitations: Pick<InvitationsRepository, 'accept'>
  memberNotifications: MemberNotifications
}
type Organization = { id: string; name: string }

export type Admission = ReturnType<typeof createAdmission>

const BY_PROVIDER = 'single_sign_on'

/** Makes whom a provider signs in a member, and gives members the role that it tells. */
export const createAdmission = (
  { db, limits }: Pick<Context, 'db' | 'limits'>,
  { members, invitations: repository, memberNotifications }: Parts,
) => {
  const pendingInvitation = async (tx: Tx, organizationId: string, email: string) => {
    const [row] = await tx
      .select()
      .from(invitations)
      .where(
        and(
          eq(invitations.organizationId, organizationId),
          eq(sql`lower(${invitations.email})`, email),
          eq(invitations.status, 'pending'),
          gt(invitations.expiresAt, new Date()),
        ),
      )
    return row ?? null
  }

  const follow = async (tx: Tx, organization: Organization, user: UserRow, is: Role, wanted: Role) => {
    await members.setRole(tx, organization.id, user.id, wanted)
    await record(tx, organization.id, {
      action: 'member.role_changed',
      target: { id: user.id, name: user.email },
      details: { from: is, role: wanted, reason: BY_PROVIDER },
      actorId: user.id,
    })
  }

  /** Owners are left alone unless the mappings name owners; the last one stays one whatever is told. */
  const nextRole = async (tx: Tx, organization: Organization, is: Role, row: ProviderRow, claims: Claims) => {
    const told = roleIn(claims, row)
    if (told === 'absent') return is
    const wanted = told === 'none' ? row.defaultRole : told
    if (is !== 'owner' || wanted === 'owner') return wanted
    const namesOwners = row.roleMappings.some(({ role }) => role === 'owner')
    return namesOwners && (await members.countOwners(tx, organization.id)) > 1 ? wanted : is
  }

  const join = async (
    tx: Tx,
    organization: Organization,
    user: UserRow,
    row: ProviderRow,
    claims: Claims,
  ) => {
    const invitation = await pendingInvitation(tx, organization.id, user.email.toLowerCase())
    const known = await identityOf(tx, organization.id, { userId: user.id })
    if (known?.removedAt && !invitation) refuse('removed')
    const told = roleIn(claims, row)
    const role = told === 'none' || told === 'absent' ? (invitation?.role ?? row.defaultRole) : told
    if (invitation) await repository.accept(tx, invitation.id)
    await tx.insert(memberships).values({ organizationId: organization.id, userId: user.id, role })
    await record(tx, organization.id, {
      action: 'member.joined',
      target: { id: user.id, name: user.email },
      details: { role, reason: BY_PROVIDER },
      actorId: user.id,
    })
  }

  /** Whether the membership has changed. */
  const enter = (organization: Organization, user: UserRow, row: ProviderRow, claims: Claims) =>
    db.transaction(async (tx) => {
      await members.lock(tx, organization.id)
      const is = await members.roleOf(tx, organization.id, user.id)
      const wanted = is && (await nextRole(tx, organization, is, row, claims))
      if (is === null) await join(tx, organization, user, row, claims)
      else if (wanted && wanted !== is) await follow(tx, organization, user, is, wanted)
      await linkIdentity(tx, organization.id, user.id, claims.sub)
      return is === null || wanted !== is
    })

  return {
    /** @throws SignInRefusal */
    async admit(organization: Organization, user: UserRow, row: ProviderRow, claims: Claims): Promise<void> {
      const isMember = (await members.find(organization.id, user.id)) !== null
      const entering = () => enter(organization, user, row, claims)
      const hasChanged = await (isMember
        ? entering()
        : limits.within(organization.id, { members: 1 }, entering)
      ).catch((error: unknown) => {
        if (error instanceof Refusal && error.status === 402) throw new SignInRefusal('organization_full')
        throw error
      })
      if (hasChanged) memberNotifications.changed(organization, user.id)
    },
  }
}
