import { record } from '../audit/record.ts'
import type { Context } from '../context.ts'
import { violatesUnique } from '../db/errors.ts'
import type { Tx } from '../db/open.ts'
import type { MemberNotifications } from '../members/member-notifications.ts'
import type { MembersRepository } from '../members/members.repository.ts'
import type { ToldRoles } from '../single-sign-on/told-roles.ts'
import type { GroupRoles } from './group-roles.ts'
import type { ProvisioningRepository } from './provisioning.repository.ts'
import type { GroupRow, PersonRow } from './provisioning.types.ts'
import { scimError } from './scim-error.ts'
import type { WantedGroup } from './scim-input.ts'

const GROUPS_MAX = 1000

type Organization = { id: string; name: string }
type Parts = {
  repository: ProvisioningRepository
  members: Pick<MembersRepository, 'lock'>
  memberNotifications: MemberNotifications
  toldRoles: ToldRoles
  groupRoles: GroupRoles
}

export type ProvisionedGroups = ReturnType<typeof createProvisionedGroups>

/** Groups of an organization's provider; whoever enters or leaves one gets the role that follows. */
export const createProvisionedGroups = (
  { db }: Pick<Context, 'db'>,
  { repository, members, memberNotifications, toldRoles, groupRoles }: Parts,
) => {
  const find = async ({ id: organizationId }: Organization, id: string): Promise<GroupRow> => {
    const row = (await repository.groups(organizationId)).find((group) => group.id === id)
    if (!row) throw scimError(404, `There is no group ${id}.`)
    return row
  }

  /** @throws SCIMError 400 where somebody is no user of the organization */
  const peopleIn = async ({ id }: Organization, wanted: WantedGroup): Promise<PersonRow[]> => {
    const known = new Map((await repository.people(id)).map((row) => [row.id, row]))
    return wanted.members.map((userId) => {
      const row = known.get(userId)
      if (!row) throw scimError(400, `There is no user ${userId}.`, 'invalidValue')
      return row
    })
  }

  /** Writes a group, and then the roles of those whom it concerns. */
  const change = async (
    organization: Organization,
    concerned: readonly { id: string; email: string }[],
    write: (tx: Tx) => Promise<string>,
  ): Promise<string> => {
    const settings = await groupRoles.settingsOf(organization.id)
    const { id, changed } = await db
      .transaction(async (tx) => {
        await members.lock(tx, organization.id)
        const id = await write(tx)
        const changed: string[] = []
        for (const person of new Map(concerned.map((one) => [one.id, one])).values()) {
          const told = await groupRoles.told(tx, organization.id, person.id, settings)
          if (await toldRoles.follow(tx, organization.id, person, told, settings, 'provisioning'))
            changed.push(person.id)
        }
        return { id, changed }
      })
      .catch((error: unknown) => {
        throw violatesUnique(error)
          ? scimError(409, 'There is a group with this displayName.', 'uniqueness')
          : error
      })
    for (const userId of changed) memberNotifications.changed(organization, userId)
    return id
  }

  const named = (id: string, { displayName }: WantedGroup) => ({ target: { id, name: displayName } })

  return {
    of: ({ id }: Organization) => repository.groups(id),
    find,

    /** @throws SCIMError 400, 409 */
    async create(organization: Organization, wanted: WantedGroup): Promise<GroupRow> {
      if ((await repository.groups(organization.id)).length >= GROUPS_MAX)
        throw scimError(403, `There are ${GROUPS_MAX} groups: delete one first.`)
      const people = await peopleIn(organization, wanted)
      const { displayName: name, externalId } = wanted
      const id = await change(organization, people, async (tx) => {
        const groupId = await repository.insertGroup(tx, {
          organizationId: organization.id,
          name,
          externalId,
        })
        await repository.setMembers(
          tx,
          organization.id,
          groupId,
          people.map((one) => one.id),
        )
        await record(tx, organization.id, {
          action: 'provisioning.group_created',
          ...named(groupId, wanted),
        })
        return groupId
      })
      return find(organization, id)
    },

    /** @throws SCIMError 400, 404, 409 */
    async replace(organization: Organization, id: string, wanted: WantedGroup): Promise<GroupRow> {
      const before = await find(organization, id)
      const people = await peopleIn(organization, wanted)
      const { displayName: name, externalId } = wanted
      await change(organization, [...before.members, ...people], async (tx) => {
        if (!(await repository.updateGroup(tx, organization.id, id, { name, externalId })))
          throw scimError(404, `There is no group ${id}.`)
        await repository.setMembers(
          tx,
          organization.id,
          id,
          people.map((one) => one.id),
        )
        await record(tx, organization.id, {
          action: 'provisioning.group_changed',
          ...named(id, wanted),
          details: { members: String(people.length) },
        })
        return id
      })
      return find(organization, id)
    },

    /** @throws SCIMError 404 */
    async remove(organization: Organization, id: string): Promise<void> {
      const before = await find(organization, id)
      await change(organization, before.members, async (tx) => {
        await repository.deleteGroup(tx, organization.id, id)
        await record(tx, organization.id, {
          action: 'provisioning.group_deleted',
          target: { id, name: before.name },
        })
        return id
      })
    },
  }
}
