import {
  type GroupValues,
  memberAccessMachine,
  writeGroupMachine,
} from '../../machines/organizations/groups.machine.ts'
import { confirmationMachine } from '../../machines/shared/confirmation.machine.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import type { GroupPatch } from '../contract/groups.ts'
import { groups } from '../contract/operations/groups.ts'
import type { Http } from '../http/client.ts'
import { provideForm } from '../shared/changes.provide.ts'
import { provideConfirmation } from '../shared/confirmation.provide.ts'

const addressOf = ({ service_address }: Pick<GroupValues, 'service_address'>) =>
  service_address.trim() || null

const created = (values: GroupValues) => {
  const { name, managed_by, claim_value, member_ids } = values
  return {
    name,
    service_address: addressOf(values),
    ...(managed_by === 'sign_in' ? { claim_value } : { member_ids: [...member_ids] }),
  }
}

/** The order of members does not matter. */
const textOf = (memberIds: readonly string[]) => [...memberIds].sort().join()

const changed = (values: GroupValues): GroupPatch => {
  const { name, member_ids, opened } = values
  return {
    ...(name !== opened.name && { name }),
    ...(addressOf(values) !== addressOf(opened) && { service_address: addressOf(values) }),
    ...(textOf(member_ids) !== textOf(opened.member_ids) && { member_ids: [...member_ids] }),
  }
}

/** The machines of groups and of readers. What their members can read may change with them. */
export function provideGroups({ http, cache }: { http: Http; cache: QueryCache }) {
  const readAgain = () => void cache.invalidateQueries({ queryKey: ['org'] })
  return {
    memberAccess: memberAccessMachine,
    writeGroup: provideForm(
      writeGroupMachine,
      (values, organizationId) =>
        values.group_id === ''
          ? http.call(groups.create, { organizationId }, { body: created(values) })
          : http.call(groups.change, { organizationId, id: values.group_id }, { body: changed(values) }),
      readAgain,
    ),
    deleteGroup: provideConfirmation(
      confirmationMachine,
      ({ organizationId, id }) => http.call(groups.remove, { organizationId, id }),
      readAgain,
    ),
  }
}
