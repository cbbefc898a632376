import {
  type GroupValues,
  memberAccessMachine,
  writeGroupMachine,
} from '../../machines/organizations/groups.machine.ts'
import { confirmationMachine } from '../../machines/shared/confirmation.machine.ts'
import { changesSince } from '../../machines/shared/differences.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { groups } from '../contract/operations/groups.ts'
import type { Http } from '../http/client.ts'
import { provideForm } from '../shared/changes.provide.ts'
import { provideRemoval } from '../shared/confirmation.provide.ts'

const groupIn = ({ name, service_address, member_ids }: GroupValues) => ({
  name,
  service_address: service_address.trim() || null,
  member_ids: [...member_ids],
})

const created = (values: GroupValues) => {
  const { member_ids, ...group } = groupIn(values)
  const { managed_by, claim_value } = values
  return { ...group, ...(managed_by === 'sign_in' ? { claim_value } : { member_ids }) }
}

/** The machines of groups and of readers. What their members can read may change with them. */
export function provideGroups({ http, cache }: { http: Http; cache: QueryCache }) {
  const readAgain = () => void cache.invalidateQueries({ queryKey: ['org'] })
  return {
    memberAccess: memberAccessMachine,
    writeGroup: provideForm(
      writeGroupMachine,
      (values, organizationId, opened) =>
        values.group_id === ''
          ? http.call(groups.create, { organizationId }, { body: created(values) })
          : http.call(
              groups.change,
              { organizationId, id: values.group_id },
              { body: changesSince(opened, values, groupIn) },
            ),
      readAgain,
    ),
    deleteGroup: provideRemoval(
      confirmationMachine,
      ({ organizationId, id }) => http.call(groups.remove, { organizationId, id }),
      readAgain,
    ),
  }
}
