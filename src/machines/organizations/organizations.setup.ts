import { assign, fromPromise, raise, setup, stateIn } from 'xstate'
import type { Organization } from '../../services/contract/organizations.ts'
import { failureOf } from '../failure.ts'
import { askToLeave } from '../navigation/leaving.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import { showToast, tell } from '../system.ts'
import type { ToastRequest } from '../toast-request.ts'
import {
  type OrganizationsContext,
  type OrganizationsEvent,
  READ_AGAIN_AFTER,
} from './organizations.types.ts'

/** S4.2: the previous one if it is still listed, else the first, else none. */
const stillListedOrFirst = (list: readonly Organization[], previous: string | null) =>
  (list.find(({ id }) => id === previous) ?? list[0])?.id ?? null

/** In its place, or at the end. */
const withOrganization = (list: readonly Organization[], organization: Organization) =>
  list.some(({ id }) => id === organization.id)
    ? list.map((listed) => (listed.id === organization.id ? organization : listed))
    : [...list, organization]

export const organizationsSetup = setup({
  types: {} as {
    context: OrganizationsContext
    events: OrganizationsEvent
    input: { rememberedId: string | null }
    tags: 'loading' | 'welcome' | 'failed'
    children: {
      loadOrganizations: 'loadOrganizations'
      reloadOrganizations: 'loadOrganizations'
      askToLeave: 'askToLeave'
      openOrganization: 'openOrganization'
    }
  },
  actors: {
    loadOrganizations: fromPromise<readonly Organization[]>(notProvided('loadOrganizations')),
    askToLeave,
    openOrganization: fromPromise<Organization, { id: string }>(notProvided('openOrganization')),
  },
  delays: { READ_AGAIN_AFTER },
  guards: {
    isOutdated: stateIn({ ready: { sync: { reading: 'outdated' } } }),
    // S7.34: a success whose body cannot be read.
    isUnreadable: (_, { error }: { error: unknown }) =>
      error instanceof Error && error.name === 'MalformedAnswerError',
    isEmpty: ({ context }) => context.list.length === 0,
    hasSome: ({ context }) => context.list.length > 0,
    hasLostCurrent: ({ context }, { list }: { list: readonly Organization[] }) =>
      context.list.some(({ id }) => id === context.currentId) &&
      !list.some(({ id }) => id === context.currentId),
    isCurrent: ({ context }, { id }: { id: string }) => id === context.currentId,
    isOther: ({ context }, { id }: { id: string }) =>
      id !== context.currentId && context.list.some((organization) => organization.id === id),
  },
  actions: {
    rememberCurrent: actionNotProvided<{ id: string | null }>('rememberCurrent'),
    /** The organization that is shown, or the welcome. */
    present: actionNotProvided<{ id: string | null }>('present'),
    forgetOrganizationData: actionNotProvided('forgetOrganizationData'),
    /** A page about one thing of the former organization has nothing to show any more. */
    leaveDetail: (scope) => tell(scope, 'navigation', { type: 'organization.left' }),
    endSession: (scope) => tell(scope, 'session', { type: 'organizations.unreadable' }),
    showToast,
    /** What others changed about the person's own place. */
    sayNews: (scope, { news }: { news: readonly ToastRequest[] }) => {
      for (const toast of news) showToast(scope, toast)
    },
    takeList: assign(({ context }, { list }: { list: readonly Organization[] }) => ({
      list,
      currentId: stillListedOrFirst(list, context.currentId),
      error: null,
    })),
    forgetLeft: assign(({ context }, { id }: { id: string }) => {
      const list = context.list.filter((organization) => organization.id !== id)
      return { list, currentId: stillListedOrFirst(list, context.currentId) }
    }),
    /** It becomes the current one. */
    takeCurrent: assign(({ context }, { organization }: { organization: Organization }) => ({
      list: withOrganization(context.list, organization),
      currentId: organization.id,
      pickedId: null,
    })),
    takeUpdated: assign(({ context }, { organization }: { organization: Organization }) => ({
      list: context.list.map((listed) => (listed.id === organization.id ? organization : listed)),
    })),
    tellCurrentChanged: raise({ type: 'current.changed' }),
    rememberPicked: assign({ pickedId: (_, { id }: { id: string }) => id }),
    forgetPicked: assign({ pickedId: null }),
    rememberError: assign({
      error: (_, { error }: { error: unknown }) => failureOf(error, String(error)).message,
    }),
  },
})
