import { type ActorRefFrom, assign, emit, fromPromise, setup } from 'xstate'
import type { NewOrganization, Organization } from '../../services/contract/organizations.ts'
import { t } from '../../texts/t.ts'
import { failureOf } from '../failure.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import { showToast, tell } from '../system.ts'

interface CreateOrganizationContext {
  readonly name: string
  readonly description: string
  readonly error: string | null
}

type CreateOrganizationEvent =
  | { type: 'dialog.opened' }
  | { type: 'dialog.closed' }
  | { type: 'field.changed'; name: 'name' | 'description'; value: string }
  | { type: 'form.submitted' }

const blank: CreateOrganizationContext = { name: '', description: '', error: null }

/** S8.5: the loading toast becomes the success or error toast of the same id (S4.5). */
const TOAST = 'create-organization'

/** S2.40 to S2.43, S4.3, S4.4, S5.6, S8.5. */
export const createOrganizationMachine = setup({
  types: {} as {
    context: CreateOrganizationContext
    events: CreateOrganizationEvent
    /** S4.4: for the callback of whoever shows the dialog. */
    emitted: { type: 'organization.created'; organization: Organization }
    tags: 'open' | 'busy'
    children: { createOrganization: 'createOrganization' }
  },
  actors: {
    createOrganization: fromPromise<Organization, NewOrganization>(notProvided('createOrganization')),
  },
  guards: { hasName: ({ context }) => context.name.trim() !== '' },
  actions: {
    showToast,
    enter: (scope, { organization }: { organization: Organization }) =>
      tell(scope, 'organizationEntry', { type: 'organization.entered', organization, path: null }),
    /** S4.4: to whoever embeds or extends the page. */
    announce: actionNotProvided<{ organization: Organization }>('announce'),
    tellCreated: emit((_, { organization }: { organization: Organization }) => ({
      type: 'organization.created' as const,
      organization,
    })),
    changeField: assign((_, change: { name: 'name' | 'description'; value: string }) => ({
      [change.name]: change.value,
    })),
    forgetDraft: assign(blank),
    forgetError: assign({ error: null }),
    rememberError: assign({ error: (_, { message }: { message: string }) => message }),
  },
}).createMachine({
  id: 'createOrganization',
  description: 'The dialog Create New Organization.',
  context: blank,
  initial: 'closed',
  states: {
    closed: {
      description: 'Not shown; the form and any error are cleared.',
      entry: 'forgetDraft',
      on: { 'dialog.opened': 'editing' },
    },
    editing: {
      description: 'The form is filled in; a blank submit silently does nothing.',
      tags: 'open',
      on: {
        'field.changed': { actions: { type: 'changeField', params: ({ event }) => event } },
        'form.submitted': { guard: 'hasName', target: 'submitting' },
        'dialog.closed': 'closed',
      },
    },
    submitting: {
      description: 'Creating...; cancel, close and Escape do nothing.',
      tags: ['open', 'busy'],
      on: { 'field.changed': { actions: { type: 'changeField', params: ({ event }) => event } } },
      entry: [
        'forgetError',
        {
          type: 'showToast',
          params: { id: TOAST, type: 'loading', message: t('Creating organization...') },
        },
      ],
      invoke: {
        id: 'createOrganization',
        src: 'createOrganization',
        input: ({ context }) => ({
          name: context.name.trim(),
          description: context.description.trim(),
          settings: {},
        }),
        onDone: {
          target: 'closed',
          actions: [
            { type: 'enter', params: ({ event }) => ({ organization: event.output }) },
            { type: 'announce', params: ({ event }) => ({ organization: event.output }) },
            { type: 'tellCreated', params: ({ event }) => ({ organization: event.output }) },
            {
              type: 'showToast',
              params: { id: TOAST, type: 'success', message: t('Organization created successfully') },
            },
          ],
        },
        onError: {
          target: 'editing',
          actions: [
            {
              type: 'rememberError',
              params: ({ event }) => failureOf(event.error, t('Failed to create organization')),
            },
            {
              type: 'showToast',
              params: ({ event }) => ({
                id: TOAST,
                type: 'error',
                message: failureOf(event.error, t('Failed to create organization')).message,
              }),
            },
          ],
        },
      },
    },
  },
})

export type CreateOrganizationRef = ActorRefFrom<typeof createOrganizationMachine>
