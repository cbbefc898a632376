import { fromPromise } from 'xstate'
import {
  createOrganizationMachine,
  type OrganizationValues,
  welcomeMachine,
} from '../../machines/organizations/create-organization.machine.ts'
import { organizationsMachine } from '../../machines/organizations/organizations/organizations.machine.ts'
import type { Submitted } from '../../machines/shared/form/form.parts.ts'
import { CURRENT_ORGANIZATION } from '../accounts/forget-person.ts'
import type { createHeadingFocus } from '../browser/focus.ts'
import type { Storage } from '../browser/storage.ts'
import type { IdempotentWrites } from '../cache/idempotent-writes.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import type { NewOrganization, Organization } from '../contract/organizations.ts'
import type { OrganizationsApi } from './organizations-api.ts'

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
      openOrganization: fromPromise(({ input, signal }) => api.open(input.id, signal)),
    },
    actions: {
      rememberCurrent: (_, { id }) =>
        id === null ? storage.remove(CURRENT_ORGANIZATION) : storage.write(CURRENT_ORGANIZATION, id),
      forgetOrganizationData: () => {
        void cache.cancelQueries({ queryKey: ['org'] })
        cache.removeQueries({ queryKey: ['org'], type: 'inactive' })
        // The screen still shows data whose changes are not heard of from now on.
        void cache.invalidateQueries({ queryKey: ['org'], refetchType: 'none' })
      },
      present: (_, { id }) => void focusNewHeading(id ?? 'welcome'),
    },
  })

interface Creating {
  api: OrganizationsApi
  withIdempotencyKey: IdempotentWrites
}

/** S5.6: name and description are trimmed. */
const submitOrganization = <Values extends { name: string; description?: string }>({
  api,
  withIdempotencyKey,
}: Creating) =>
  fromPromise<Organization, Submitted<Values>>(({ input: { values } }) => {
    const organization: NewOrganization = {
      name: values.name.trim(),
      description: values.description?.trim() ?? '',
      settings: {},
    }
    return withIdempotencyKey({ createOrganization: organization }, (key) => api.create(organization, key))
  })

export const provideCreateOrganization = ({ api, withIdempotencyKey }: Creating) =>
  createOrganizationMachine.provide({
    actors: {
      submit: submitOrganization<OrganizationValues>({ api, withIdempotencyKey }),
    },
    actions: {
      // S4.4: for pages that embed or extend this one.
      finish: (_, { output }) =>
        void dispatchEvent(new CustomEvent('organizationCreated', { detail: output })),
    },
  })

export const provideWelcome = ({ api, withIdempotencyKey }: Creating) =>
  welcomeMachine.provide({
    actors: {
      submit: submitOrganization<{ name: string }>({ api, withIdempotencyKey }),
    },
  })
