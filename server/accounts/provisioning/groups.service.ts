import { GROUPS_MAX } from '../../../src/services/contract/groups.ts'
import type { Context } from '../../context.ts'
import { record } from '../../kernel/audit.ts'
import { violatesUnique } from '../../kernel/db/errors.ts'
import type { Tx } from '../../kernel/db/open.ts'
import type { MemberNotifications } from '../../organizations/members/member-notifications.ts'
import type { MembersRepository } from '../../organizations/members/members.repository.ts'
import type { ProviderRoles } from '../single-sign-on/provider-roles.ts'
import type { ProviderSessions } from '../single-sign-on/provider-sessions.ts'
import type { GroupRoles } from './group-roles.ts'
import type { ProvisioningRepository } from './provisioning.repository.ts'
import type { GroupRow, PersonRow } from './provisioning.types.ts'
import { scimError } from './scim-error.ts'
import type { WantedGroup } from './scim-input.ts'

type Organization = { id: string; name: string }
type Person = { id: string; email: string }
type Parts = {
  repository: ProvisioningRepository
  members: Pick<MembersRepository, 'lock'>
  memberNotifications: MemberNotifications
  providerRoles: ProviderRoles
  providerSessions: Pick<ProviderSessions, 'endOthers'>
  groupRoles: GroupRoles
}

export type ProvisionedGroups = ReturnType<typeof createProvisionedGroups>

/** Groups of an organization's provider; people who enter or leave one get the role that follows. */
export const createProvisionedGroups = (
  { db }: Pick<Context, 'db'>,
  { repository, members, memberNotifications, providerRoles, providerSessions, groupRoles }: Parts,
) => {
  const find = async ({ id: organizationId }: Organization, id: string, tx?: Tx): Promise<GroupRow> => {
    const row = (await repository.groups(organizationId, tx)).find((group) => group.id === id)
    if (!row) throw scimError(404, `There is no group ${id}.`)
    return row
  }

  /** @throws SCIMError 400 if someone is not a user of the organization */
  const peopleIn = async (tx: Tx, { id }: Organization, { members: ids }: WantedGroup) => {
    const known = new Map((await repository.people(id, undefined, tx)).map((row) => [row.id, row]))
    return ids.map((userId): PersonRow => {
      const row = known.get(userId)
      if (!row) throw scimError(400, `There is no user ${userId}.`, 'invalidValue')
      return row
    })
  }

  /** Gives people the role that follows from their groups; returns those whose role changed. */
  const followed = async (tx: Tx, { id }: Organization, concerned: readonly Person[]) => {
    const changed: string[] = []
    const settings = await groupRoles.settingsOf(id, tx)
    for (const person of new Map(concerned.map((one) => [one.id, one])).values()) {
      const reported = await groupRoles.of(tx, id, person.id, settings)
      if (await providerRoles.follow(tx, id, person, reported, 'provisioning')) changed.push(person.id)
    }
    return changed
  }

  /** Changes to an organization's groups run one after the other, each from the current state. */
  const change = async (
    organization: Organization,
    write: (tx: Tx) => Promise<{ id: string; concerned: readonly Person[] }>,
  ): Promise<string> => {
    const { id, changed } = await db
      .transaction(async (tx) => {
        await members.lock(tx, organization.id)
        const { id, concerned } = await write(tx)
        return { id, changed: await followed(tx, organization, concerned) }
      })
      .catch((error: unknown) => {
        throw violatesUnique(error)
          ? scimError(409, 'There is a group with this displayName.', 'uniqueness')
          : error
      })
    for (const userId of changed) memberNotifications.changed(organization, userId)
    if (changed.length > 0) await providerSessions.endOthers(organization.id)
    return id
  }

  const put = async (
    tx: Tx,
    organization: Organization,
    id: string,
    action: 'provisioning.group_created' | 'provisioning.group_changed',
    { displayName, people }: { displayName: string; people: readonly PersonRow[] },
  ) => {
    const ids = people.map((person) => person.id)
    await repository.setMembers(tx, organization.id, id, ids)
    await record(tx, organization.id, {
      action,
      target: { id, name: displayName },
      details: { members: String(ids.length) },
    })
  }

  return {
    of: ({ id }: Organization) => repository.groups(id),
    find,

    /** @throws SCIMError 400, 403 if there are too many, 409 */
    async create(organization: Organization, wanted: WantedGroup): Promise<GroupRow> {
      const { displayName, externalId } = wanted
      const id = await change(organization, async (tx) => {
        if ((await repository.groups(organization.id, tx)).length >= GROUPS_MAX)
          throw scimError(403, `There are ${GROUPS_MAX} groups: delete one first.`)
        const people = await peopleIn(tx, organization, wanted)
        const values = { organizationId: organization.id, name: displayName, externalId }
        const groupId = await repository.insertGroup(tx, values)
        await put(tx, organization, groupId, 'provisioning.group_created', { displayName, people })
        return { id: groupId, concerned: people }
      })
      return find(organization, id)
    },

    /**
     * @param wantedOf the new state of the current group
     * @throws SCIMError 400, 404, 409
     */
    async replace(
      organization: Organization,
      id: string,
      wantedOf: (row: GroupRow) => Promise<WantedGroup>,
    ): Promise<GroupRow> {
      await change(organization, async (tx) => {
        const before = await find(organization, id, tx)
        const wanted = await wantedOf(before)
        const { displayName, externalId } = wanted
        const people = await peopleIn(tx, organization, wanted)
        await repository.updateGroup(tx, organization.id, id, { name: displayName, externalId })
        await put(tx, organization, id, 'provisioning.group_changed', { displayName, people })
        return { id, concerned: [...before.members, ...people] }
      })
      return find(organization, id)
    },

    /** @throws SCIMError 404 */
    async remove(organization: Organization, id: string): Promise<void> {
      await change(organization, async (tx) => {
        const { name, members: concerned } = await find(organization, id, tx)
        await repository.deleteGroup(tx, organization.id, id)
        await record(tx, organization.id, { action: 'provisioning.group_deleted', target: { id, name } })
        return { id, concerned }
      })
    },
  }
}
