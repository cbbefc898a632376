import { type ActorRefFrom, assign, fromPromise, type SnapshotFrom, setup } from 'xstate'
import type { Organization } from '../../services/contract/organizations.ts'
import { failureOf } from '../failure.ts'
import { askToLeave } from '../navigation/leaving.ts'
import { notProvided } from '../not-provided.ts'
import { showToast, tell } from '../system.ts'
import type { ToastRequest } from '../toast-request.ts'
import { newsOf } from './organizations.news.ts'
import type { OrganizationsContext, OrganizationsEvent } from './organizations.types.ts'

/** S4.2: the previous one if it is still listed, else the first, else none. */
const stillListedOrFirst = (list: readonly Organization[], previous: string | null) =>
  (list.find(({ id }) => id === previous) ?? list[0])?.id ?? null

const NOT_SWITCHED = {
  type: 'showToast',
  params: { type: 'error', message: 'Failed to switch organization' },
} as const

/** S1.1, S3.4, S4.1, S4.2, S2.32, S2.34: which organizations there are and which one is current. */
export const organizationsMachine = setup({
  types: {} as {
    context: OrganizationsContext
    events: OrganizationsEvent
    input: { rememberedId: string | null }
    tags: 'loading' | 'ready' | 'welcome' | 'failed'
    children: {
      loadOrganizations: 'loadOrganizations'
      askToLeave: 'askToLeave'
      openOrganization: 'openOrganization'
    }
  },
  actors: {
    loadOrganizations: fromPromise<readonly Organization[]>(notProvided('loadOrganizations')),
    askToLeave,
    openOrganization: fromPromise<Organization, { id: string }>(notProvided('openOrganization')),
  },
  guards: {
    // S7.34: a success whose body cannot be read.
    isUnreadable: (_, { error }: { error: unknown }) =>
      error instanceof Error && error.name === 'MalformedAnswerError',
    isEmpty: ({ context }) => context.list.length === 0,
    hasLostCurrent: ({ context }, { list }: { list: readonly Organization[] }) =>
      context.list.some(({ id }) => id === context.currentId) &&
      !list.some(({ id }) => id === context.currentId),
    isCurrent: ({ context }, { id }: { id: string }) => id === context.currentId,
    isOther: ({ context }, { id }: { id: string }) =>
      id !== context.currentId && context.list.some((organization) => organization.id === id),
  },
  actions: {
    rememberCurrent: (_, _params: { id: string | null }) => {},
    /** The organization that is shown, or the welcome. */
    present: (_, _params: { id: string | null }) => {},
    forgetOrganizationData: () => {},
    /** A page about one thing of the former organization has nothing to show any more. */
    leaveDetail: (scope) => tell(scope, 'navigation', { type: 'organization.left' }),
    endSession: (scope) => tell(scope, 'session', { type: 'organizations.unreadable' }),
    showToast,
    /** What others changed about the person's own place. */
    sayNews: (scope, { news }: { news: readonly ToastRequest[] }) => {
      for (const toast of news) showToast(scope, toast)
    },
    forgetLeft: assign({
      list: ({ context }, { id }: { id: string }) =>
        context.list.filter((organization) => organization.id !== id),
    }),
    takeList: assign(({ context }, { list }: { list: readonly Organization[] }) => ({
      list,
      currentId: stillListedOrFirst(list, context.currentId),
      error: null,
    })),
    takeCreated: assign(({ context }, { organization }: { organization: Organization }) => ({
      list: [...context.list.filter(({ id }) => id !== organization.id), organization],
      currentId: organization.id,
    })),
    takeOpened: assign(({ context }, { organization }: { organization: Organization }) => ({
      list: context.list.map((listed) => (listed.id === organization.id ? organization : listed)),
      currentId: organization.id,
      pickedId: null,
    })),
    takeUpdated: assign(({ context }, { organization }: { organization: Organization }) => ({
      list: context.list.map((listed) => (listed.id === organization.id ? organization : listed)),
    })),
    rememberPicked: assign({ pickedId: (_, { id }: { id: string }) => id }),
    forgetPicked: assign({ pickedId: null }),
    rememberError: assign({
      error: (_, { error }: { error: unknown }) => failureOf(error, String(error)).message,
    }),
  },
}).createMachine({
  id: 'organizations',
  description: 'The organizations of the signed-in person; exactly one of them is current.',
  context: ({ input }) => ({ list: [], currentId: input.rememberedId, pickedId: null, error: null }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The list is fetched; the screen shows its skeleton.',
      tags: 'loading',
      invoke: {
        id: 'loadOrganizations',
        src: 'loadOrganizations',
        onDone: [
          {
            guard: { type: 'hasLostCurrent', params: ({ event }) => ({ list: event.output }) },
            target: 'listed',
            actions: [
              'leaveDetail',
              'forgetOrganizationData',
              {
                type: 'sayNews',
                params: ({ context, event }) => ({ news: newsOf(context.list, event.output) }),
              },
              { type: 'takeList', params: ({ event }) => ({ list: event.output }) },
            ],
          },
          {
            target: 'listed',
            actions: [
              {
                type: 'sayNews',
                params: ({ context, event }) => ({ news: newsOf(context.list, event.output) }),
              },
              { type: 'takeList', params: ({ event }) => ({ list: event.output }) },
            ],
          },
        ],
        onError: [
          {
            guard: { type: 'isUnreadable', params: ({ event }) => ({ error: event.error }) },
            target: 'failed',
            actions: 'endSession',
          },
          {
            target: 'failed',
            actions: { type: 'rememberError', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    listed: {
      description: 'Is there one to be the current one?',
      always: [{ guard: 'isEmpty', target: 'none' }, { target: 'ready' }],
    },
    none: {
      description: 'A welcome screen asks for the first organization name.',
      tags: 'welcome',
      entry: { type: 'present', params: { id: null } },
      on: {
        'organization.created': {
          target: 'ready',
          actions: { type: 'takeCreated', params: ({ event }) => event },
        },
        'organizations.changed': 'loading',
      },
    },
    failed: {
      description: 'The list could not be fetched; no toast, the screen offers Try Again.',
      tags: 'failed',
      on: { 'retry.requested': 'loading' },
    },
    ready: {
      description: 'One organization is current.',
      tags: 'ready',
      entry: [
        { type: 'rememberCurrent', params: ({ context }) => ({ id: context.currentId }) },
        { type: 'present', params: ({ context }) => ({ id: context.currentId }) },
      ],
      initial: 'settled',
      on: {
        'organization.picked': [
          {
            guard: { type: 'isOther', params: ({ event }) => event },
            target: '.asking',
            reenter: true,
            actions: { type: 'rememberPicked', params: ({ event }) => event },
          },
          {
            guard: { type: 'isCurrent', params: ({ event }) => event },
            target: '.settled',
            actions: 'forgetPicked',
          },
          // A notification may be about one that the person has left.
          { actions: NOT_SWITCHED },
        ],
        'organization.created': {
          target: 'ready',
          reenter: true,
          actions: [
            'leaveDetail',
            'forgetOrganizationData',
            { type: 'takeCreated', params: ({ event }) => event },
          ],
        },
        'organization.left': {
          target: 'loading',
          actions: [
            'leaveDetail',
            'forgetOrganizationData',
            { type: 'forgetLeft', params: ({ event }) => event },
          ],
        },
        'organization.updated': { actions: { type: 'takeUpdated', params: ({ event }) => event } },
        'organizations.changed': 'loading',
      },
      states: {
        settled: { description: 'The screens show the current organization.' },
        asking: {
          description: 'What was typed and not saved is not left without a question.',
          invoke: { id: 'askToLeave', src: 'askToLeave' },
          on: {
            'leaving.granted': 'switching',
            'leaving.refused': { target: 'settled', actions: 'forgetPicked' },
          },
        },
        switching: {
          description: 'The picked organization is read again, with my role in it; the last choice wins.',
          invoke: {
            id: 'openOrganization',
            src: 'openOrganization',
            input: ({ context }) => ({ id: context.pickedId! }),
            onDone: {
              target: '#organizations.ready',
              reenter: true,
              actions: [
                'leaveDetail',
                'forgetOrganizationData',
                { type: 'takeOpened', params: ({ event }) => ({ organization: event.output }) },
                {
                  type: 'showToast',
                  params: ({ event }) => ({ type: 'success', message: `Switched to ${event.output.name}` }),
                },
              ],
            },
            onError: {
              target: 'settled',
              actions: ['forgetPicked', NOT_SWITCHED],
            },
          },
        },
      },
    },
  },
})

export type OrganizationsRef = ActorRefFrom<typeof organizationsMachine>
export type OrganizationsSnapshot = SnapshotFrom<typeof organizationsMachine>
