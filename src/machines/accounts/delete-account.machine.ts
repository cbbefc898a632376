import { assign, fromPromise, setup } from 'xstate'
import type { AccountDeletion, DeletionPreview } from '../../services/contract/accounts.ts'
import { t } from '../../texts/t.ts'
import { failureOfCall, statusOf } from '../failure.ts'
import { notProvided } from '../not-provided.ts'
import { failsTo, isRefused } from '../shared/failed-call.ts'
import {
  changesField,
  type FieldErrors,
  type FormContext,
  formActions,
  remembersFailure,
  submitsTo,
} from '../shared/form/form.parts.ts'
import { sendToActor, showToast } from '../system.ts'

interface DeleteAccountContext extends FormContext<{ readonly password: string }> {
  /** Without one, a log-in through the organization a moment ago confirms the deletion. */
  readonly hasPassword: boolean
  /** Read each time the dialog opens; null until then. */
  readonly preview: DeletionPreview | null
}

type DeleteAccountEvent =
  | { type: 'form.opened'; hasPassword: boolean }
  | { type: 'field.changed'; name: string; value: unknown }
  | { type: 'form.submitted' }
  | { type: 'form.closed' }
  | { type: 'retry.requested' }

interface Read {
  readonly preview: DeletionPreview
}

interface Failed {
  readonly error: unknown
}

const blank = { values: { password: '' }, fieldErrors: {}, error: null } as const

const problemsOf = ({ hasPassword, values: { password } }: DeleteAccountContext): FieldErrors => ({
  ...(hasPassword && password === '' && { password: t('Password is required.') }),
})

const readOf = ({ event }: { event: { output: DeletionPreview } }): Read => ({ preview: event.output })
const closes = { target: 'closed', actions: 'forgetTyped' } as const
const failedBy = ({ event }: { event: Failed }): Failed => ({ error: event.error })

/**
 * Deletes the account. Which organizations go with it is read each time the dialog opens, as it changes with every
 * one that is created or left. The password, or a log-in a moment ago, is required because a stolen session must not be
 * sufficient.
 */
export const deleteAccountMachine = setup({
  types: {} as {
    context: DeleteAccountContext
    events: DeleteAccountEvent
    tags: 'open' | 'busy' | 'committed' | 'loading' | 'failed'
    children: { readDeletion: 'readDeletion'; submit: 'submit' }
  },
  actors: {
    readDeletion: fromPromise<DeletionPreview>(notProvided('readDeletion')),
    submit: fromPromise<unknown, AccountDeletion>(notProvided('submit')),
  },
  guards: {
    isValid: ({ context }) => Object.keys(problemsOf(context)).length === 0,
    isBlocked: (_, { preview }: Read) => preview.blocked_by.length > 0,
    isRefused,
    isOutdated: (_, { error }: Failed) => statusOf(error) === 409,
  },
  actions: {
    showToast,
    signOut: (scope) => sendToActor(scope, 'session', { type: 'signOut.requested' }),
    rememberProof: assign((_, { hasPassword }: { hasPassword: boolean }) => ({ hasPassword })),
    forgetTyped: assign(blank),
    forgetPreview: assign({ preview: null }),
    takePreview: assign({ preview: (_, { preview }: Read) => preview }),
    /** A password is held only where its field is shown. */
    rememberUnread: assign((_, { error }: Failed) => ({
      ...blank,
      error: failureOfCall(error, t('The server could not be reached. Please try again.')).message,
    })),
    ...formActions<DeleteAccountContext, DeleteAccountEvent>(
      problemsOf,
      t('That did not work. Please try again.'),
    ),
  },
}).createMachine({
  id: 'deleteAccount',
  description: 'Says what goes with the account, asks for the password, then deletes it and logs out.',
  context: { ...blank, hasPassword: true, preview: null, refusals: 0 },
  initial: 'closed',
  states: {
    closed: {
      description: 'The dialog is closed; no password is held.',
      on: {
        'form.opened': {
          target: 'reading',
          actions: { type: 'rememberProof', params: ({ event }) => event },
        },
      },
    },
    reading: {
      description: 'What would be deleted now, and what stands against it, is read.',
      tags: ['open', 'loading'],
      entry: 'forgetPreview',
      on: { 'form.closed': closes },
      invoke: {
        id: 'readDeletion',
        src: 'readDeletion',
        onDone: [
          {
            guard: { type: 'isBlocked', params: readOf },
            target: 'blocked',
            actions: ['forgetTyped', { type: 'takePreview', params: readOf }],
          },
          { target: 'editing', actions: { type: 'takePreview', params: readOf } },
        ],
        onError: failsTo('unread', { type: 'rememberUnread', params: failedBy }),
      },
    },
    blocked: {
      description: 'Others would be left without an owner: the dialog names their organizations.',
      tags: 'open',
      on: { 'form.closed': closes },
    },
    unread: {
      description: 'It could not be read; Try Again.',
      tags: ['open', 'failed'],
      on: {
        'retry.requested': { target: 'reading', actions: 'forgetErrors' },
        'form.closed': closes,
      },
    },
    refused: {
      description: 'The server refused to tell, and would refuse again.',
      tags: ['open', 'failed'],
      on: { 'form.closed': closes },
    },
    editing: {
      description:
        'The organizations that go with the account are named; the password is required, if there is one.',
      tags: 'open',
      on: {
        'field.changed': changesField,
        'form.submitted': submitsTo('submitting'),
        'form.closed': closes,
      },
    },
    submitting: {
      description: 'The request is sent to the server; cancel, close and Escape do nothing.',
      tags: ['open', 'busy', 'committed'],
      on: { 'field.changed': changesField },
      invoke: {
        id: 'submit',
        src: 'submit',
        input: ({ context: { hasPassword, values, preview } }) => ({
          ...(hasPassword && values),
          deletes: preview!.deletes.map(({ id }) => id),
        }),
        onDone: {
          target: 'closed',
          actions: [
            'forgetTyped',
            'signOut',
            { type: 'showToast', params: { type: 'success', message: t('Your account was deleted.') } },
          ],
        },
        onError: [
          // It changed since it was read: the person decides again.
          { guard: { type: 'isOutdated', params: failedBy }, target: 'reading', actions: remembersFailure },
          { target: 'editing', actions: remembersFailure },
        ],
      },
    },
  },
})
