import type { Organization } from '../../../services/contract/organizations.ts'
import { t } from '../../../texts/t.ts'
import { organizationsSetup } from './organizations.setup.ts'

const NOT_SWITCHED = {
  type: 'showToast',
  params: { type: 'error', message: t('Failed to switch organization') },
} as const

const created = ({ event }: { event: { organization: Organization } }) => event
/** The effects of a new organization, on any screen. */
export const TAKE_CREATED = [
  { type: 'takeCurrent', params: created },
  { type: 'rememberCreated', params: created },
] as const

/** The region of the current organization. */
export const organizationsSelection = organizationsSetup.createStateConfig({
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
      on: { 'organization.created': { target: 'current', actions: TAKE_CREATED } },
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
          description: 'The picked organization is read again, with my role in it; the last choice wins.',
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
})
