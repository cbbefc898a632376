import { fromPromise } from 'xstate'
import {
  deleteOrganizationMachine,
  type OrganizationDeletionValues,
  type OrganizationValues,
  organizationSettingsMachine,
  organizationValuesOf,
} from '../../machines/organizations/organization-settings.machine.ts'
import { retentionMachine } from '../../machines/organizations/retention.machine.ts'
import type { Submitted } from '../../machines/shared/form/form.types.ts'
import { type InSystem, sendToActor } from '../../machines/system.ts'
import { providePicture } from '../assistants/picture.provide.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { organizations } from '../contract/operations/organizations.ts'
import { retention } from '../contract/operations/retention.ts'
import type { Organization } from '../contract/organizations.ts'
import type { Retention } from '../contract/retention.ts'
import type { Http } from '../http/client.ts'
import type { OrganizationsApi } from './organizations-api.ts'

interface Rules {
  input: { organizationId: string; values: Retention }
  signal: AbortSignal
}

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
      preview: fromPromise(({ input: { organizationId, values }, signal }: Rules) =>
        http.call(retention.preview, { organizationId }, { body: values, signal }),
      ),
      save: fromPromise(async ({ input: { organizationId, values } }: Rules) => {
        const saved = await http.call(retention.set, { organizationId }, { body: values })
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
