import type { Organization } from '../../../services/contract/organizations.ts'
import { membershipChanges, organizationsSetup } from './organizations.setup.ts'
import type { OrganizationsContext } from './organizations.types.ts'

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

/** The list may have changed. */
const onChange = <const Target extends string>(target: Target) => ({
  'organizations.changed': target,
  'organization.created': target,
  'organization.left': target,
})

/** The region of the list. */
export const organizationsSync = organizationsSetup.createStateConfig({
  description: 'Whether the list is being read again, behind what is shown.',
  initial: 'idle',
  states: {
    idle: {
      description: 'As far as is known, the list is what the server has.',
      // No socket tells of a first organization.
      always: { guard: 'isEmpty', target: 'waiting' },
      on: onChange('reading'),
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
          on: { ...onChange('outdated'), 'organization.updated': 'outdated' },
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
          on: onChange('due'),
        },
        due: { description: 'Something has changed: the list is read again after the pause.' },
      },
    },
    waiting: {
      description:
        'The list could not be read, lacks what was just created, or is empty; what is shown stays, and it is read again in a while.',
      on: onChange('reading'),
      after: { READ_AGAIN_AFTER: 'reading' },
    },
  },
})
