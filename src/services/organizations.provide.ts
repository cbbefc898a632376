import { fromPromise } from 'xstate'
import { createOrganizationMachine } from '../machines/create-organization/create-organization.machine.ts'
import { organizationsMachine } from '../machines/organizations/organizations.machine.ts'
import { tell } from '../machines/system.ts'
import { welcomeMachine } from '../machines/welcome/welcome.machine.ts'
import type { NewOrganization } from './contract/organizations.ts'
import type { createHeadingFocus } from './focus.ts'
import type { IdempotentWrites } from './idempotent-writes.ts'
import type { OrganizationsApi } from './organizations-api.ts'
import type { QueryCache } from './query-cache.ts'
import { CURRENT_ORGANIZATION } from './remembered-organization.ts'
import type { Storage } from './storage.ts'

interface Services {
  api: OrganizationsApi
  cache: QueryCache
  storage: Storage
  focusNewHeading: ReturnType<typeof createHeadingFocus>
}

export const provideOrganizations = ({ api, cache, storage, focusNewHeading }: Services) =>
  organizationsMachine.provide({
    actors: {
      loadOrganizations: fromPromise(({ signal }) => api.list(signal)),
      openOrganization: fromPromise(({ input, signal }: { input: { id: string }; signal: AbortSignal }) =>
        api.open(input.id, signal),
      ),
    },
    actions: {
      rememberCurrent: (_, { id }) =>
        id === null ? storage.remove(CURRENT_ORGANIZATION) : storage.write(CURRENT_ORGANIZATION, id),
      forgetOrganizationData: () => {
        void cache.cancelQueries({ queryKey: ['org'] })
        cache.removeQueries({ queryKey: ['org'], type: 'inactive' })
      },
      present: (_, { id }) => void focusNewHeading(id ?? 'welcome'),
    },
  })

interface Creating {
  api: OrganizationsApi
  withIdempotencyKey: IdempotentWrites
}

export const provideCreateOrganization = ({ api, withIdempotencyKey }: Creating) =>
  createOrganizationMachine.provide({
    actors: {
      createOrganization: fromPromise(({ input }: { input: NewOrganization }) =>
        withIdempotencyKey({ createOrganization: input }, (key) => api.create(input, key)),
      ),
    },
    actions: {
      announce: (_, { organization }) =>
        dispatchEvent(new CustomEvent('organizationCreated', { detail: organization })),
    },
  })

export const provideWelcome = ({ api, withIdempotencyKey }: Creating) =>
  welcomeMachine.provide({
    actors: {
      submit: fromPromise(({ input: { values } }: { input: { values: { name: string } } }) => {
        const organization = { name: values.name.trim(), description: '', settings: {} }
        return withIdempotencyKey({ createOrganization: organization }, (key) =>
          api.create(organization, key),
        )
      }),
    },
    actions: {
      finish: (scope, { output }) =>
        tell(scope, 'organizationEntry', { type: 'organization.entered', organization: output, path: null }),
    },
  })
