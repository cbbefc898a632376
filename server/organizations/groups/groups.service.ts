import type * as z from 'zod/mini'
import { GROUPS_MAX, type GroupPatch, type NewGroup } from '../../../src/services/contract/groups.ts'
import type { Hub } from '../../connection/realtime/hub.ts'
import { changedNames, record } from '../../kernel/audit.ts'
import { violatesUnique } from '../../kernel/db/errors.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { invalid, notFound, refusal, refusalWith } from '../../kernel/errors.ts'
import { say } from '../../kernel/texts/say.ts'
import type { MembersRepository } from '../members/members.repository.ts'
import type { GroupRow, GroupsRepository } from './groups.repository.ts'

const taken = (error: unknown) => {
  if (violatesUnique(error, 'provisioned_groups_service_address'))
    return refusalWith('group_address_taken', { fields: { service_address: say('group_address_taken') } })
  return violatesUnique(error)
    ? refusalWith('group_name_taken', { fields: { name: say('group_name_taken') } })
    : error
}

const storedAddress = (address: string | null) => address?.trim().toLowerCase() ?? null

type Parts = { db: Db; groups: GroupsRepository; members: Pick<MembersRepository, 'lock'>; hub: Hub }

/** Groups that people create; the provider's groups are read-only here. */
export const createGroups = ({ db, groups, members, hub }: Parts) => {
  const find = async (organizationId: string, id: string, tx?: Tx): Promise<GroupRow> => {
    const [row] = await groups.of(organizationId, id, tx)
    if (!row) throw notFound('group')
    return row
  }

  /** @throws Refusal 422 if someone is not a member */
  const peopleOf = async (tx: Tx, organizationId: string, ids: readonly string[]) => {
    const wanted = [...new Set(ids)]
    const found = await groups.membersAmong(organizationId, wanted, tx)
    if (found.length !== wanted.length) throw invalid({ member_ids: say('no_such_member') })
    return found
  }

  /** Notifies everyone whose visible knowledge bases, documents or assistants changed, so that they reload them. */
  const tell = (organizationId: string, { bases, documents, assistants }: GroupRow) => {
    const changed = new Set([...bases.map(({ id }) => id), ...documents.map(({ baseId }) => baseId)])
    for (const id of changed) hub.publish(`organization:${organizationId}`, 'knowledge_base_update', { id })
    for (const { id } of assistants)
      hub.publish(`organization:${organizationId}`, 'integration_update', { id })
  }

  /** Changes run one after the other, each from the current state. */
  const change = <Result>(organizationId: string, write: (tx: Tx) => Promise<Result>) =>
    db
      .transaction(async (tx) => {
        await members.lock(tx, organizationId)
        return write(tx)
      })
      .catch((error: unknown) => {
        throw taken(error)
      })

  const emails = (people: readonly { email: string }[]) => people.map(({ email }) => email)

  return {
    of: (organizationId: string) => groups.of(organizationId),

    /** @throws Refusal 409 for a taken name, or one group too many; 422 if someone is not a member */
    async create(
      organizationId: string,
      { name, claim_value, service_address, member_ids }: z.output<typeof NewGroup>,
    ) {
      const id = await change(organizationId, async (tx) => {
        if ((await groups.of(organizationId, undefined, tx)).length >= GROUPS_MAX)
          throw refusal('too_many_groups', { max: GROUPS_MAX })
        const people = claim_value === null ? await peopleOf(tx, organizationId, member_ids) : []
        const created = await groups.insert(tx, {
          organizationId,
          name,
          managedBy: claim_value === null ? 'hand' : 'sign_in',
          externalId: claim_value,
          serviceAddress: storedAddress(service_address),
        })
        await groups.setMembers(
          tx,
          created,
          people.map((person) => person.id),
        )
        await record(tx, organizationId, {
          action: 'group.created',
          target: { id: created, name },
          details: changedNames([], emails(people)),
        })
        return created
      })
      return find(organizationId, id)
    },

    /** @throws Refusal 404, 409 for a taken name or a group filled by others, 422 if someone is not a member */
    async change(organizationId: string, id: string, { name, service_address, member_ids }: GroupPatch) {
      const before = await change(organizationId, async (tx) => {
        const row = await find(organizationId, id, tx)
        const isFilled = member_ids !== undefined && row.managedBy !== 'hand'
        const isNamed = name !== undefined && row.managedBy === 'provider'
        if (isNamed || isFilled) throw refusal('group_filled')
        const people = member_ids ? await peopleOf(tx, organizationId, member_ids) : row.members
        const address = service_address === undefined ? row.serviceAddress : storedAddress(service_address)
        await groups.update(tx, id, { name: name ?? row.name, serviceAddress: address })
        if (member_ids)
          await groups.setMembers(
            tx,
            id,
            people.map((person) => person.id),
          )
        await record(tx, organizationId, {
          action: 'group.changed',
          target: { id, name: name ?? row.name },
          details: {
            ...(name !== undefined && name !== row.name && { from: row.name, to: name }),
            ...(address !== row.serviceAddress && { service_address: address ?? '' }),
            ...changedNames(emails(row.members), emails(people)),
          },
        })
        return row
      })
      tell(organizationId, before)
      const after = await find(organizationId, id)
      if (after.serviceAddress !== before.serviceAddress) tell(organizationId, after)
      return after
    },

    /** @throws Refusal 404, 409 for a group of the provider */
    async remove(organizationId: string, id: string) {
      const row = await change(organizationId, async (tx) => {
        const row = await find(organizationId, id, tx)
        if (row.managedBy === 'provider') throw refusal('group_filled')
        await groups.delete(tx, id)
        await record(tx, organizationId, {
          action: 'group.deleted',
          target: { id, name: row.name },
          details: changedNames(emails(row.members), []),
        })
        return row
      })
      tell(organizationId, row)
    },
  }
}
