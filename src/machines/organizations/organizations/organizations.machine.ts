import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { Organization } from '../../../services/contract/organizations.ts'
import { t } from '../../../texts/t.ts'
import { membershipChanges, organizationsSetup } from './organizations.setup.ts'
import type { OrganizationsContext } from './organizations.types.ts'

const NOT_SWITCHED = {
  type: 'showToast',
  params: { type: 'error', message: t('Failed to switch organization') },
} as const

const created = ({ event }: { event: { organization: Organization } }) => event
/** The effects of a new organization, on any screen. */
const TAKE_CREATED = [
  { type: 'takeCurrent', params: created },
  { type: 'rememberCreated', params: created },
] as const

interface Reread {
  readonly context: OrganizationsContext
  readonly event: { output: readonly Organization[] }
}
/** The effects of a list that was read again. */
const TAKE_READ = [
  {
    type: 'sayNews',
    params: ({ context, event }: Reread) => ({ news: membershipChanges(context.list, event.output) }),
  },
  { type: 'takeList', params: ({ event }: Reread) => ({ list: event.output }) },
] as const

/** S1.1, S3.4, S4.1, S4.2, S2.32, S2.34: the list of organizations, and the current one. */
export const organizationsMachine = organizationsSetup.createMachine({
  id: 'organizations',
  description: 'The organizations of the signed-in person; exactly one of them is current.',
  context: ({ input }) => ({
    list: [],
    currentId: input.rememberedId,
    wantedId: input.wantedId ?? null,
    pickedId: null,
    createdId: null,
    error: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The list is fetched for the first time; the screen shows its skeleton.',
      tags: 'loading',
      invoke: {
        id: 'loadOrganizations',
        src: 'loadOrganizations',
        onDone: {
          target: 'ready',
          actions: { type: 'takeList', params: ({ event }) => ({ list: event.output }) },
        },
        onError: [
          {
            guard: { type: 'isUnreadable', params: ({ event }) => event },
            target: 'failed',
            actions: 'endSession',
          },
          { target: 'failed', actions: { type: 'rememberError', params: ({ event }) => event } },
        ],
      },
      on: {
        'organization.created': {
          target: ['ready.selection.current', 'ready.sync.reading'],
          actions: TAKE_CREATED,
        },
        'organizations.changed': { target: 'loading', reenter: true },
      },
    },
    failed: {
      description: 'The list was never read; no toast, the screen offers Try Again.',
      tags: 'failed',
      on: {
        'organization.created': {
          target: ['ready.selection.current', 'ready.sync.reading'],
          actions: TAKE_CREATED,
        },
        'organizations.changed': 'loading',
        'retry.requested': { target: 'loading', actions: 'wakeSession' },
      },
    },
    ready: {
      description: 'Which organization is shown, and whether the list is being read again.',
      type: 'parallel',
      states: {
        selection: {
          description: 'Which organization is shown. Reading the list again does not interrupt a choice.',
          initial: 'choosing',
          states: {
            choosing: {
              description: 'Is there one to be the current one?',
              always: [{ guard: 'isEmpty', target: 'none' }, { target: 'current' }],
            },
            none: {
              description: 'A welcome screen asks for the first organization name.',
              tags: 'welcome',
              entry: { type: 'present', params: { id: null } },
              always: { guard: 'hasSome', target: 'current' },
              on: {
                'organization.created': {
                  target: 'current',
                  actions: TAKE_CREATED,
                },
              },
            },
            current: {
              description: 'One organization is current.',
              entry: [
                { type: 'rememberCurrent', params: ({ context }) => ({ id: context.currentId }) },
                { type: 'present', params: ({ context }) => ({ id: context.currentId }) },
              ],
              initial: 'settled',
              always: {
                guard: 'isEmpty',
                target: 'none',
                actions: ['leaveDetail', 'forgetOrganizationData', 'forgetPicked'],
              },
              on: {
                'organization.picked': [
                  {
                    guard: { type: 'isOther', params: ({ event }) => event },
                    target: '.asking',
                    actions: { type: 'rememberPicked', params: ({ event }) => event },
                  },
                  {
                    guard: { type: 'isCurrent', params: ({ event }) => event },
                    target: '.settled',
                    actions: 'forgetPicked',
                  },
                  // The list may lack it, or a notification is about an organization that the person has left.
                  { actions: [NOT_SWITCHED, 'doubtList'] },
                ],
                'organization.created': {
                  target: '.settled',
                  actions: [...TAKE_CREATED, 'raiseCurrentChanged'],
                },
                'organization.left': [
                  {
                    guard: { type: 'isCurrent', params: ({ event }) => event },
                    actions: [{ type: 'forgetLeft', params: ({ event }) => event }, 'raiseCurrentChanged'],
                  },
                  { actions: { type: 'forgetLeft', params: ({ event }) => event } },
                ],
                'organization.updated': { actions: { type: 'takeUpdated', params: ({ event }) => event } },
                'current.changed': {
                  actions: [
                    'leaveDetail',
                    'forgetOrganizationData',
                    { type: 'rememberCurrent', params: ({ context }) => ({ id: context.currentId }) },
                    { type: 'present', params: ({ context }) => ({ id: context.currentId }) },
                  ],
                },
              },
              states: {
                settled: {
                  description: 'The screens show the current organization.',
                  on: {
                    'record.found': {
                      guard: { type: 'isOfAnother', params: ({ event }) => event },
                      actions: { type: 'showInItsOrganization', params: ({ event }) => event },
                    },
                  },
                },
                asking: {
                  description: 'Leaving unsaved text needs a confirmation.',
                  invoke: { id: 'confirmLeaving', src: 'confirmLeaving' },
                  on: {
                    'leaving.granted': 'switching',
                    'leaving.refused': { target: 'settled', actions: 'forgetPicked' },
                  },
                },
                switching: {
                  description:
                    'The picked organization is read again, with my role in it; the last choice wins.',
                  invoke: {
                    id: 'openOrganization',
                    src: 'openOrganization',
                    input: ({ context }) => ({ id: context.pickedId! }),
                    onDone: {
                      target: 'settled',
                      actions: [
                        { type: 'takeCurrent', params: ({ event }) => ({ organization: event.output }) },
                        {
                          type: 'showToast',
                          params: ({ event }) => ({
                            type: 'success',
                            message: t('Switched to {name}', { name: event.output.name }),
                          }),
                        },
                        'raiseCurrentChanged',
                      ],
                    },
                    // It may be gone: the list has to be read again.
                    onError: { target: 'settled', actions: ['forgetPicked', NOT_SWITCHED, 'doubtList'] },
                  },
                },
              },
            },
          },
        },
        sync: {
          description: 'Whether the list is being read again, behind what is shown.',
          initial: 'idle',
          states: {
            idle: {
              description: 'As far as is known, the list is what the server has.',
              // No socket tells of a first organization.
              always: { guard: 'isEmpty', target: 'waiting' },
              on: {
                'organizations.changed': 'reading',
                'organization.created': 'reading',
                'organization.left': 'reading',
              },
            },
            reading: {
              description: 'The list is read again.',
              invoke: {
                id: 'reloadOrganizations',
                src: 'loadOrganizations',
                onDone: [
                  { guard: 'isOutdated', target: 'paused.due' },
                  {
                    guard: { type: 'lacksCreated', params: ({ event }) => ({ list: event.output }) },
                    target: 'waiting',
                    actions: 'forgetCreated',
                  },
                  {
                    guard: { type: 'hasLostCurrent', params: ({ event }) => ({ list: event.output }) },
                    target: 'paused',
                    actions: [...TAKE_READ, 'raiseCurrentChanged'],
                  },
                  { target: 'paused', actions: TAKE_READ },
                ],
                onError: [
                  {
                    guard: { type: 'isUnreadable', params: ({ event }) => event },
                    target: 'waiting',
                    actions: 'endSession',
                  },
                  { target: 'waiting', actions: { type: 'rememberError', params: ({ event }) => event } },
                ],
              },
              initial: 'latest',
              states: {
                latest: {
                  description: 'Nothing has changed since the read began.',
                  on: {
                    'organizations.changed': 'outdated',
                    'organization.created': 'outdated',
                    'organization.left': 'outdated',
                    'organization.updated': 'outdated',
                  },
                },
                outdated: {
                  description:
                    'Something changed since the read began: its answer is not taken, and the list is read again.',
                },
              },
            },
            paused: {
              description: 'The list has just been read: however much changes, it is read once a second.',
              initial: 'quiet',
              after: { READ_PAUSE: [{ guard: 'isDue', target: 'reading' }, { target: 'idle' }] },
              states: {
                quiet: {
                  description: 'Nothing has changed since then.',
                  on: {
                    'organizations.changed': 'due',
                    'organization.created': 'due',
                    'organization.left': 'due',
                  },
                },
                due: { description: 'Something has changed: the list is read again after the pause.' },
              },
            },
            waiting: {
              description:
                'The list could not be read, lacks what was just created, or is empty; what is shown stays, and it is read again in a while.',
              on: {
                'organizations.changed': 'reading',
                'organization.created': 'reading',
                'organization.left': 'reading',
              },
              after: { READ_AGAIN_AFTER: 'reading' },
            },
          },
        },
      },
    },
  },
})

export type OrganizationsRef = ActorRefFrom<typeof organizationsMachine>
export type OrganizationsSnapshot = SnapshotFrom<typeof organizationsMachine>
