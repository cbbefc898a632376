import { fromPromise } from 'xstate'
import { memberAccessMachine } from '../../machines/organizations/member-access.machine.ts'
import { type GroupValues, writeGroupMachine } from '../../machines/organizations/write-group.machine.ts'
import { confirmationMachine } from '../../machines/shared/confirmation.machine.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { groups } from '../contract/operations/groups.ts'
import type { Http } from '../http/client.ts'
import { provideConfirmation } from '../shell/confirmation.provide.ts'

const created = ({ name, managed_by, claim_value, member_ids }: GroupValues) =>
  managed_by === 'sign_in' ? { name, claim_value } : { name, member_ids: [...member_ids] }

const changed = ({ name, managed_by, member_ids }: GroupValues) =>
  managed_by === 'hand' ? { name, member_ids: [...member_ids] } : { name }

/** The machines of groups, and of who may read what. What their members read may change with them. */
export function provideGroups({ http, cache }: { http: Http; cache: QueryCache }) {
  const readAgain = () => void cache.invalidateQueries({ queryKey: ['org'] })
  return {
    memberAccess: memberAccessMachine,
    writeGroup: writeGroupMachine.provide({
      actors: {
        submit: fromPromise(({ input: { values } }: { input: { values: GroupValues } }) => {
          const { organization_id: organizationId, group_id: id } = values
          return id === ''
            ? http.call(groups.create, { organizationId }, { body: created(values) })
            : http.call(groups.change, { organizationId, id }, { body: changed(values) })
        }),
      },
      actions: { finish: readAgain },
    }),
    deleteGroup: provideConfirmation(
      confirmationMachine,
      ({ organizationId, id }) => http.call(groups.remove, { organizationId, id }),
      readAgain,
    ),
  }
}
