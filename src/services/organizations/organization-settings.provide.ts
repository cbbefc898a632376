import { fromPromise } from 'xstate'
import {
  deleteOrganizationMachine,
  organizationSettingsMachine,
  organizationValuesOf,
} from '../../machines/organizations/organization-settings.machine.ts'
import {
  type RetentionSubject,
  retentionMachine,
  withChanges,
} from '../../machines/organizations/retention.machine.ts'
import { type InSystem, sendToActor } from '../../machines/system.ts'
import { providePicture } from '../assistants/picture.provide.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { organizations } from '../contract/operations/organizations.ts'
import { retention } from '../contract/operations/retention.ts'
import type { Organization } from '../contract/organizations.ts'
import type { Http } from '../http/client.ts'
import { provideForm, provideRecord } from '../shared/changes.provide.ts'
import type { OrganizationsApi } from './organizations-api.ts'

/** The stored rules with the changes that were made here. */
const changedRules = async (
  http: Http,
  { organizationId, ...changes }: RetentionSubject,
  signal?: AbortSignal,
) => withChanges(changes, await http.call(retention.get, { organizationId }, { signal }))

const organizationUpdated = (scope: InSystem, organization: Organization) =>
  sendToActor(scope, 'organizations', { type: 'organization.updated', organization })

/** The machines of an organization's settings. */
export const provideOrganizationSettings = (http: Http, api: OrganizationsApi, cache: QueryCache) => ({
  organizationSettings: provideRecord(organizationSettingsMachine, async (id, changes, scope) => {
    const saved = await api.change(id, changes)
    organizationUpdated(scope, saved)
    return organizationValuesOf(saved)
  }),
  logo: providePicture(api.setLogo, api.removeLogo, organizationUpdated),
  retention: retentionMachine.provide({
    actors: {
      preview: fromPromise(async ({ input, signal }) => {
        const body = await changedRules(http, input, signal)
        return http.call(retention.preview, { organizationId: input.organizationId }, { body, signal })
      }),
      save: fromPromise(async ({ input }) => {
        const body = await changedRules(http, input)
        const readAgain = () =>
          void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('retention') })
        // Also if the answer was lost: the rules may be stored.
        return http.call(retention.set, { organizationId: input.organizationId }, { body }).finally(readAgain)
      }),
    },
  }),
  deleteOrganization: provideForm(deleteOrganizationMachine, async ({ id, name }) => {
    await http.call(organizations.remove, { organizationId: id }, { body: { name } })
    return { id }
  }),
})
