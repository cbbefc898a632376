import { fromCallback, fromPromise } from 'xstate'
import { createOrganizationMachine } from '../machines/create-organization/create-organization.machine.ts'
import { organizationsMachine } from '../machines/organizations/organizations.machine.ts'
import type { OrganizationsEvent } from '../machines/organizations/organizations.types.ts'
import type { ToastRequest } from '../machines/toast-request.ts'
import { welcomeMachine } from '../machines/welcome/welcome.machine.ts'
import type { NewOrganization, Organization } from './contract/organizations.ts'
import type { createArrival } from './focus.ts'
import type { Intents } from './intents.ts'
import type { Leaving } from './leaving.ts'
import type { OrganizationsApi } from './organizations-api.ts'
import type { QueryCache } from './query-cache.ts'
import type { Storage } from './storage.ts'

const CURRENT = 'currentOrganization'

/** Which organization was current when the page was last open. */
export const rememberedOrganization = (storage: Storage) => storage.read(CURRENT)

interface Services {
  api: OrganizationsApi
  cache: QueryCache
  storage: Storage
  once: Intents
  showToast: (toast: ToastRequest) => void
  /** S7.34 */
  endSession: () => void
  leaveDetail: () => void
  askToLeave: Leaving['ask']
  arriveAt: ReturnType<typeof createArrival>
  /** Makes it current, wherever it was created. */
  enter: (organization: Organization) => void
}

export const provideOrganizations = ({
  api,
  cache,
  storage,
  showToast,
  endSession,
  leaveDetail,
  askToLeave,
  arriveAt,
}: Omit<Services, 'enter' | 'once'>) =>
  organizationsMachine.provide({
    actors: {
      loadOrganizations: fromPromise(({ signal }) => api.list(signal)),
      askToLeave: fromCallback<OrganizationsEvent>(({ sendBack }) => askToLeave(sendBack)),
      openOrganization: fromPromise(({ input, signal }: { input: { id: string }; signal: AbortSignal }) =>
        api.open(input.id, signal),
      ),
    },
    actions: {
      rememberCurrent: (_, { id }) => (id === null ? storage.remove(CURRENT) : storage.write(CURRENT, id)),
      forgetOrganizationData: () => {
        void cache.cancelQueries({ queryKey: ['org'] })
        cache.removeQueries({ queryKey: ['org'], type: 'inactive' })
      },
      showToast: (_, toast) => showToast(toast),
      sayNews: (_, { news }) => news.forEach(showToast),
      endSession,
      leaveDetail,
      present: (_, { id }) => void arriveAt(id ?? 'welcome'),
    },
  })

export const provideCreateOrganization = ({
  api,
  once,
  showToast,
  enter,
}: Omit<Services, 'cache' | 'storage'>) =>
  createOrganizationMachine.provide({
    actors: {
      createOrganization: fromPromise(({ input }: { input: NewOrganization }) =>
        once({ createOrganization: input }, (key) => api.create(input, key)),
      ),
    },
    actions: {
      showToast: (_, toast) => showToast(toast),
      announce: (_, { organization }) => {
        enter(organization)
        // S4.4: whoever embeds or extends the page may listen.
        dispatchEvent(new CustomEvent('organizationCreated', { detail: organization }))
      },
    },
  })

export const provideWelcome = ({ api, once, enter }: Pick<Services, 'api' | 'once' | 'enter'>) =>
  welcomeMachine.provide({
    actors: {
      submit: fromPromise(({ input: { values } }: { input: { values: { name: string } } }) => {
        const organization = { name: values.name.trim(), description: '', settings: {} }
        return once({ createOrganization: organization }, (key) => api.create(organization, key))
      }),
    },
    actions: { finish: (_, { output }) => enter(output) },
  })
