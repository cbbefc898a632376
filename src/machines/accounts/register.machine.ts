import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { TokenPair } from '../../services/contract/accounts.ts'
import { passwordProblem } from '../../services/contract/password.ts'
import { t } from '../../texts/t.ts'
import { statusOf } from '../failure.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import {
  changesField,
  type FieldErrors,
  type FormContext,
  formActions,
  remembersFailure,
  submitsTo,
} from '../shared/form/form.parts.ts'

interface RegisterValues {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly password: string
  readonly confirmation: string
}

interface RegisterContext extends FormContext<RegisterValues> {
  /** The submitted values: the log-in uses them, whatever is typed in the meantime. */
  readonly sent: RegisterValues
}

type RegisterEvent =
  | { type: 'field.changed'; name: string; value: unknown }
  | { type: 'form.submitted' }
  | { type: 'correction.requested' }

const problemsOf = (values: RegisterValues): FieldErrors => {
  const problem = passwordProblem(values.password, values)
  return {
    ...(values.email.trim() === '' && { email: t('Email is required.') }),
    ...(problem && { password: problem }),
    ...(values.password !== values.confirmation && { confirmation: t('Passwords do not match.') }),
  }
}

const NOTHING: RegisterValues = { first_name: '', last_name: '', email: '', password: '', confirmation: '' }

/**
 * S2.4, S5.1, S8.7. The server gives the same response for a taken address as for a free one. The log-in that
 * follows succeeds for a new account; if it is refused, only the mail says why.
 */
export const registerMachine = setup({
  types: {} as {
    context: RegisterContext
    events: RegisterEvent
    input: Partial<RegisterValues> | undefined
    tags: 'open' | 'busy' | 'mailed'
    children: { register: 'register'; logIn: 'logIn' }
  },
  actors: {
    register: fromPromise<unknown, { values: RegisterValues }>(notProvided('register')),
    logIn: fromPromise<TokenPair, { values: RegisterValues }>(notProvided('logIn')),
  },
  guards: {
    isValid: ({ context }) => Object.keys(problemsOf(context.values)).length === 0,
    /** The account has another password, or needs more than the password. */
    isRefused: (_, { error }: { error: unknown }) => statusOf(error) === 401,
  },
  actions: {
    finish: actionNotProvided<{ output: TokenPair }>('finish'),
    rememberSent: assign(({ context }) => ({ sent: context.values })),
    forgetPasswords: assign(({ context }) => ({
      values: { ...context.values, password: '', confirmation: '' },
      sent: NOTHING,
    })),
    forgetDraft: assign({ values: NOTHING, sent: NOTHING }),
    ...formActions<RegisterContext, RegisterEvent>(
      ({ values }) => problemsOf(values),
      t('Registration failed. Please try again.'),
    ),
  },
}).createMachine({
  id: 'register',
  description: 'Registration; a new account is signed in at once.',
  context: ({ input }) => ({
    values: { ...NOTHING, ...input },
    fieldErrors: {},
    error: null,
    refusals: 0,
    sent: NOTHING,
  }),
  initial: 'editing',
  states: {
    editing: {
      description: 'The person fills the form in.',
      tags: 'open',
      on: {
        'field.changed': changesField,
        'form.submitted': submitsTo('registering'),
      },
    },
    registering: {
      description: 'The server makes the account, if the address has none; either way it sends an email.',
      tags: ['open', 'busy'],
      entry: 'rememberSent',
      on: { 'field.changed': changesField },
      invoke: {
        id: 'register',
        src: 'register',
        input: ({ context }) => ({ values: context.values }),
        onDone: 'loggingIn',
        onError: {
          target: 'editing',
          actions: remembersFailure,
        },
      },
    },
    loggingIn: {
      description: 'The new account is logged in with the submitted password.',
      tags: ['open', 'busy'],
      on: { 'field.changed': changesField },
      invoke: {
        id: 'logIn',
        src: 'logIn',
        input: ({ context }) => ({ values: context.sent }),
        onDone: {
          target: 'signedIn',
          actions: ['forgetDraft', { type: 'finish', params: ({ event }) => ({ output: event.output }) }],
        },
        onError: [
          {
            guard: { ...remembersFailure, type: 'isRefused' },
            target: 'mailed',
            actions: 'forgetPasswords',
          },
          {
            target: 'editing',
            actions: remembersFailure,
          },
        ],
      },
    },
    mailed: {
      description: 'The log-in was refused: the mail to the address says how to continue.',
      tags: 'mailed',
      on: { 'correction.requested': 'editing' },
    },
    signedIn: {
      description: 'The session has the tokens; the typed values are cleared.',
      tags: ['open', 'busy'],
    },
  },
})

export type RegisterRef = ActorRefFrom<typeof registerMachine>
