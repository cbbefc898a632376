import { assign, fromPromise, raise, setup, stateIn } from 'xstate'
import type { Organization } from '../../../services/contract/organizations.ts'
import { roleName } from '../../../services/contract/roles.ts'
import { t } from '../../../texts/t.ts'
import { failureOf } from '../../failure.ts'
import { actionNotProvided, notProvided } from '../../not-provided.ts'
import { confirmLeaving } from '../../shell/navigation/leaving.ts'
import type { ToastRequest } from '../../shell/toasts/toasts.types.ts'
import { sendToActor, showToast } from '../../system.ts'
import {
  type OrganizationsContext,
  type OrganizationsEvent,
  READ_AGAIN_AFTER,
  READ_PAUSE,
} from './organizations.types.ts'

type List = readonly Organization[]

/** Changes by others to the person's membership, found by comparing with a new list. */
export const membershipChanges = (before: List, after: List): readonly ToastRequest[] =>
  before.flatMap(({ id, name, role }): ToastRequest[] => {
    const now = after.find((organization) => organization.id === id)
    if (!now)
      return [
        { id: `role-${id}`, type: 'warning', message: t('You are no longer a member of {name}.', { name }) },
      ]
    return now.role === role
      ? []
      : [
          {
            id: `role-${id}`,
            type: 'info',
            message: t('Your role in {name} is now {roleName}.', {
              name: now.name,
              roleName: roleName[now.role],
            }),
          },
        ]
  })

/** S4.2: the one that is wanted, or the previous one, if it is still listed, else the first, else none. */
const stillListedOrFirst = (
  list: readonly Organization[],
  { wantedId, currentId }: Pick<OrganizationsContext, 'wantedId' | 'currentId'>,
) => {
  const listed = (wanted: string | null) => list.find(({ id }) => id === wanted)
  return (listed(wantedId) ?? listed(currentId) ?? list[0])?.id ?? null
}

/** Replaces it, or appends it. */
const withOrganization = (list: readonly Organization[], organization: Organization) =>
  list.some(({ id }) => id === organization.id)
    ? list.map((listed) => (listed.id === organization.id ? organization : listed))
    : [...list, organization]

export const organizationsSetup = setup({
  types: {} as {
    context: OrganizationsContext
    events: OrganizationsEvent
    input: { rememberedId: string | null; wantedId?: string | null }
    tags: 'loading' | 'welcome' | 'failed'
    children: {
      loadOrganizations: 'loadOrganizations'
      reloadOrganizations: 'loadOrganizations'
      confirmLeaving: 'confirmLeaving'
      openOrganization: 'openOrganization'
    }
  },
  actors: {
    loadOrganizations: fromPromise<readonly Organization[]>(notProvided('loadOrganizations')),
    confirmLeaving,
    openOrganization: fromPromise<Organization, { id: string }>(notProvided('openOrganization')),
  },
  delays: { READ_AGAIN_AFTER, READ_PAUSE },
  guards: {
    isOutdated: stateIn({ ready: { sync: { reading: 'outdated' } } }),
    isDue: stateIn({ ready: { sync: { paused: 'due' } } }),
    // S7.34: a success whose body cannot be read.
    isUnreadable: (_, { error }: { error: unknown }) =>
      error instanceof Error && error.name === 'MalformedAnswerError',
    isEmpty: ({ context }) => context.list.length === 0,
    hasSome: ({ context }) => context.list.length > 0,
    hasLostCurrent: ({ context }, { list }: { list: readonly Organization[] }) =>
      context.list.some(({ id }) => id === context.currentId) &&
      !list.some(({ id }) => id === context.currentId),
    /** A list may come from a replica that does not have it yet. */
    lacksCreated: ({ context }, { list }: { list: readonly Organization[] }) =>
      context.createdId !== null && !list.some(({ id }) => id === context.createdId),
    isCurrent: ({ context }, { id }: { id: string }) => id === context.currentId,
    /** False for requests from before a switch, and for organizations that the person does not belong to. */
    isOfAnother: (
      { context: { currentId, list } },
      { askedIn, organizationId }: { askedIn: string; organizationId: string },
    ) => askedIn === currentId && list.some(({ id }) => id === organizationId),
    isOther: ({ context }, { id }: { id: string }) =>
      id !== context.currentId && context.list.some((organization) => organization.id === id),
  },
  actions: {
    rememberCurrent: actionNotProvided<{ id: string | null }>('rememberCurrent'),
    /** The current organization, or the welcome page. */
    present: actionNotProvided<{ id: string | null }>('present'),
    forgetOrganizationData: actionNotProvided('forgetOrganizationData'),
    /** A page about one thing of the previous organization has nothing to show. */
    leaveDetail: (scope) => sendToActor(scope, 'navigation', { type: 'organization.left' }),
    showInItsOrganization: (scope, { organizationId, path }: { organizationId: string; path: string }) =>
      sendToActor(scope, 'organizationEntry', { type: 'page.requested', organizationId, path }),
    endSession: (scope) => sendToActor(scope, 'session', { type: 'organizations.unreadable' }),
    /** A session that waits for the server retries at once. */
    wakeSession: (scope) => sendToActor(scope, 'session', { type: 'retry.requested' }),
    showToast,
    /** Changes by others to the person's membership. */
    sayNews: (scope, { news }: { news: readonly ToastRequest[] }) => {
      for (const toast of news) showToast(scope, toast)
    },
    takeList: assign(({ context }, { list }: { list: readonly Organization[] }) => ({
      list,
      currentId: stillListedOrFirst(list, context),
      wantedId: null,
      createdId: null,
      error: null,
    })),
    forgetLeft: assign(({ context }, { id }: { id: string }) => {
      const list = context.list.filter((organization) => organization.id !== id)
      const createdId = context.createdId === id ? null : context.createdId
      return { list, createdId, currentId: stillListedOrFirst(list, context) }
    }),
    /** It becomes the current one. */
    takeCurrent: assign(({ context }, { organization }: { organization: Organization }) => ({
      list: withOrganization(context.list, organization),
      currentId: organization.id,
      pickedId: null,
    })),
    rememberCreated: assign({
      createdId: (_, { organization }: { organization: Organization }) => organization.id,
    }),
    forgetCreated: assign({ createdId: null }),
    takeUpdated: assign(({ context }, { organization }: { organization: Organization }) => ({
      list: context.list.map((listed) => (listed.id === organization.id ? organization : listed)),
    })),
    raiseCurrentChanged: raise({ type: 'current.changed' }),
    doubtList: raise({ type: 'organizations.changed' }),
    rememberPicked: assign({ pickedId: (_, { id }: { id: string }) => id }),
    forgetPicked: assign({ pickedId: null }),
    rememberError: assign({
      error: (_, { error }: { error: unknown }) => failureOf(error, String(error)).message,
    }),
  },
})
