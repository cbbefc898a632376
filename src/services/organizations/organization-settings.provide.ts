import { fromPromise } from 'xstate'
import {
  deleteOrganizationMachine,
  type OrganizationDeletionValues,
  type OrganizationValues,
  organizationSettingsMachine,
  organizationValuesOf,
} from '../../machines/organizations/organization-settings.machine.ts'
import { type RetentionSubject, retentionMachine } from '../../machines/organizations/retention.machine.ts'
import { withChanges } from '../../machines/organizations/retention-changes.ts'
import type { Submitted } from '../../machines/shared/form/form.parts.ts'
import { type InSystem, sendToActor } from '../../machines/system.ts'
import { providePicture } from '../assistants/picture.provide.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { organizations } from '../contract/operations/organizations.ts'
import { retention } from '../contract/operations/retention.ts'
import type { Organization } from '../contract/organizations.ts'
import type { Http } from '../http/client.ts'
import type { OrganizationsApi } from './organizations-api.ts'

interface Rules {
  input: RetentionSubject
  signal: AbortSignal
}

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
  organizationSettings: organizationSettingsMachine.provide({
    actors: {
      save: fromPromise<OrganizationValues, { id: string; changes: Partial<OrganizationValues> }>(
        async ({ input, system }) => {
          const saved = await api.change(input.id, input.changes)
          organizationUpdated({ system }, saved)
          return organizationValuesOf(saved)
        },
      ),
    },
  }),
  logo: providePicture(api.setLogo, api.removeLogo, organizationUpdated),
  retention: retentionMachine.provide({
    actors: {
      preview: fromPromise(async ({ input, signal }: Rules) => {
        const body = await changedRules(http, input, signal)
        return http.call(retention.preview, { organizationId: input.organizationId }, { body, signal })
      }),
      save: fromPromise(async ({ input }: Rules) => {
        const body = await changedRules(http, input)
        const saved = await http.call(retention.set, { organizationId: input.organizationId }, { body })
        void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('retention') })
        return saved
      }),
    },
  }),
  deleteOrganization: deleteOrganizationMachine.provide({
    actors: {
      submit: fromPromise(async ({ input: { values } }: { input: Submitted<OrganizationDeletionValues> }) => {
        await http.call(organizations.remove, { organizationId: values.id }, { body: { name: values.name } })
        return { id: values.id }
      }),
    },
  }),
})
