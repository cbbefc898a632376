import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { organizationsSelection, TAKE_CREATED } from './organizations.selection.ts'
import { organizationsSetup } from './organizations.setup.ts'
import { organizationsSync } from './organizations.sync.ts'

const ON_CREATED = {
  target: ['ready.selection.current', 'ready.sync.reading'],
  actions: TAKE_CREATED,
} as const

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
        'organization.created': ON_CREATED,
        'organizations.changed': { target: 'loading', reenter: true },
      },
    },
    failed: {
      description: 'The list was never read; no toast, the screen offers Try Again.',
      tags: 'failed',
      on: {
        'organization.created': ON_CREATED,
        'organizations.changed': 'loading',
        'retry.requested': { target: 'loading', actions: 'wakeSession' },
      },
    },
    ready: {
      description: 'Which organization is shown, and whether the list is being read again.',
      type: 'parallel',
      states: {
        selection: organizationsSelection,
        sync: organizationsSync,
      },
    },
  },
})

export type OrganizationsRef = ActorRefFrom<typeof organizationsMachine>
export type OrganizationsSnapshot = SnapshotFrom<typeof organizationsMachine>
