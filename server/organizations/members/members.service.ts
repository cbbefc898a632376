import type { AuditReason } from '../../../src/services/contract/audit.ts'
import { may, mayGiveRole, mayRemove, type Right, type Role } from '../../../src/services/contract/roles.ts'
import { endLink } from '../../accounts/single-sign-on/identities.ts'
import type { ProviderSessions } from '../../accounts/single-sign-on/provider-sessions.ts'
import type { RemovedPeople } from '../../accounts/single-sign-on/removed-people.ts'
import { record } from '../../kernel/audit.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { forbidden, notFound, refusal } from '../../kernel/errors.ts'
import { withholdAnswers } from '../../kernel/http/idempotency.ts'
import type { MemberNotifications } from './member-notifications.ts'
import type { MembersRepository } from './members.repository.ts'

type Parts = {
  db: Db
  members: MembersRepository
  memberNotifications: MemberNotifications
  providerSessions: Pick<ProviderSessions, 'endOfMember' | 'endOthers'>
  removedPeople: Pick<RemovedPeople, 'remember'>
}
type Organization = { id: string; name: string }

const onlyOwners = () => refusal('owners_only')

const lastOwner = () => refusal('last_owner')

export type Members = ReturnType<typeof createMembers>

export const createMembers = ({
  db,
  members,
  memberNotifications,
  providerSessions,
  removedPeople,
}: Parts) => {
  /**
   * Changes the organization's members, one change after the other; both roles are current.
   * @throws Refusal 404 if either is not a member, 403 without the right
   */
  const change = <Result>(
    { id }: Organization,
    mine: string,
    theirs: string,
    right: Right,
    work: (tx: Tx, roles: { mine: Role; theirs: Role }) => Promise<Result>,
  ) =>
    db.transaction(async (tx) => {
      await members.lock(tx, id)
      const [myRole, theirRole] = [await members.roleOf(tx, id, mine), await members.roleOf(tx, id, theirs)]
      if (!myRole) throw notFound('organization')
      if (!may(myRole, right)) throw forbidden()
      if (!theirRole) throw notFound('member')
      return work(tx, { mine: myRole, theirs: theirRole })
    })

  const keepAnOwner = async (tx: Tx, { id }: Organization, losing: Role) => {
    if (losing === 'owner' && (await members.countOwners(tx, id)) === 1) throw lastOwner()
  }

  const takeOut = async (
    tx: Tx,
    organization: Organization,
    userId: string,
    role: Role,
    { isOwnWish, reason }: { isOwnWish: boolean; reason?: AuditReason },
  ) => {
    await keepAnOwner(tx, organization, role)
    await members.delete(tx, organization.id, userId)
    await withholdAnswers(tx, userId)
    await (isOwnWish ? endLink : removedPeople.remember)(tx, organization.id, userId)
    await record(tx, organization.id, {
      action: isOwnWish ? 'member.left' : 'member.removed',
      target: await members.named(tx, userId),
      details: { role, ...(reason && { reason }) },
    })
  }

  const endAccess = async (organization: Organization, userId: string, byOther: boolean) => {
    await providerSessions.endOfMember(organization.id, userId)
    await providerSessions.endOthers(organization.id)
    await memberNotifications.gone(organization, userId, byOther)
  }

  const found = async ({ id }: Organization, userId: string) => {
    const row = await members.find(id, userId)
    if (!row) throw notFound('member')
    return row
  }

  /** As `remove`, with `more` work in its transaction. */
  const removeWith = async <Result>(
    organization: Organization,
    me: string,
    userId: string,
    more: (tx: Tx) => Promise<Result>,
  ): Promise<Result> => {
    const isMe = me === userId
    const result = await change(
      organization,
      me,
      userId,
      isMe ? 'read' : 'manage',
      async (tx, { mine, theirs }) => {
        if (!isMe && !mayRemove(mine, theirs)) throw onlyOwners()
        await takeOut(tx, organization, userId, theirs, { isOwnWish: isMe })
        return more(tx)
      },
    )
    await endAccess(organization, userId, !isMe)
    return result
  }

  return {
    of: (organizationId: string) => members.of(organizationId),

    /** @throws Refusal 403, 404, 409 for the last owner */
    async setRole(organization: Organization, me: string, userId: string, role: Role) {
      const isNew = await change(organization, me, userId, 'manage', async (tx, { mine, theirs }) => {
        if (!mayGiveRole(mine, theirs, role)) throw onlyOwners()
        if (theirs === role) return false
        await keepAnOwner(tx, organization, theirs)
        await members.setRole(tx, organization.id, userId, role)
        await record(tx, organization.id, {
          action: 'member.role_changed',
          target: await members.named(tx, userId),
          details: { from: theirs, role },
        })
        return true
      })
      if (isNew) await memberNotifications.roleChanged(organization, userId, role, me !== userId)
      if (isNew) await providerSessions.endOthers(organization.id)
      return found(organization, userId)
    },

    /**
     * Removes someone, or lets them leave. Their work stays. Sessions begun by the organization's provider end,
     * and, if it is enforced, those begun with a password.
     * @throws Refusal 403, 404, 409 for the last owner
     */
    remove: (organization: Organization, me: string, userId: string): Promise<void> =>
      removeWith(organization, me, userId, async () => {}),

    removeWith,

    /** Removes a person released by the provider, if they are a member. @throws Refusal 409 for the last owner */
    async removeByProvider(organization: Organization, userId: string): Promise<void> {
      const wasMember = await db.transaction(async (tx) => {
        await members.lock(tx, organization.id)
        const role = await members.roleOf(tx, organization.id, userId)
        if (role) await takeOut(tx, organization, userId, role, { isOwnWish: false, reason: 'provisioning' })
        return role !== null
      })
      if (wasMember) await endAccess(organization, userId, true)
    },

    /**
     * Makes someone an owner, and the caller an admin.
     * @throws Refusal 403, 404, 409 for an owner
     */
    async transfer(organization: Organization, me: string, userId: string) {
      await change(organization, me, userId, 'own', async (tx, { theirs }) => {
        if (theirs === 'owner') throw refusal('own_already')
        await members.setRole(tx, organization.id, userId, 'owner')
        await members.setRole(tx, organization.id, me, 'admin')
        await record(tx, organization.id, {
          action: 'organization.transferred',
          target: await members.named(tx, userId),
        })
      })
      await memberNotifications.transferred(organization, { from: me, to: userId })
      await providerSessions.endOthers(organization.id)
      return found(organization, userId)
    },
  }
}
