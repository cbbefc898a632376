import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { TokenPair } from '../../services/contract/accounts.ts'
import { t } from '../../texts/t.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import {
  changesField,
  type FieldErrors,
  type FormContext,
  formActions,
  remembersFailure,
  submitsTo,
  withFieldErrors,
} from '../shared/form/form.parts.ts'

export interface LogInValues {
  readonly email: string
  readonly password: string
  /** From the authenticator app, or a backup code; required only with two-factor log-in. */
  readonly code: string
}

type LogInEvent =
  | { type: 'field.changed'; name: string; value: unknown }
  | { type: 'form.submitted' }
  | { type: 'code.abandoned' }

const problemsOf = ({ email, password }: LogInValues): FieldErrors => ({
  ...(email.trim() === '' && { email: t('Email is required.') }),
  ...(password === '' && { password: t('Password is required.') }),
})

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code

/** The session takes the tokens, and the typed values are cleared. */
const signsIn = {
  target: 'signedIn',
  actions: [
    'forgetDraft',
    {
      type: 'finish',
      params: ({ event: { output } }: { event: { output: TokenPair } }) => ({ output }),
    },
  ],
} as const

/** S2.1, S8.6. The session takes the tokens that this machine ends with. */
export const logInMachine = setup({
  types: {} as {
    context: FormContext<LogInValues>
    events: LogInEvent
    input: Partial<LogInValues> | undefined
    tags: 'open' | 'busy' | 'code'
    children: { submit: 'submit'; submitCode: 'submit' }
  },
  actors: { submit: fromPromise<TokenPair, { values: LogInValues }>(notProvided('submit')) },
  guards: {
    isValid: ({ context }) => Object.keys(problemsOf(context.values)).length === 0,
    hasCode: ({ context }) => context.values.code.trim() !== '',
    isCodeRequired: (_, { error }: { error: unknown }) => codeOf(error) === 'code_required',
    isOfCredentials: (_, { error }: { error: unknown }) => codeOf(error) === 'wrong_credentials',
  },
  actions: {
    finish: actionNotProvided<{ output: TokenPair }>('finish'),
    forgetCode: assign(({ context }) => ({ values: { ...context.values, code: '' } })),
    forgetDraft: assign({ values: { email: '', password: '', code: '' }, fieldErrors: {}, error: null }),
    rememberCodeMissing: assign(({ context }) => withFieldErrors(context, { code: t('Enter the code.') })),
    ...formActions<FormContext<LogInValues>, LogInEvent>(
      ({ values }) => problemsOf(values),
      t('Login failed. Please check your credentials.'),
    ),
  },
}).createMachine({
  id: 'logIn',
  description: 'Log-in with email and password, and a code where two-factor log-in is on.',
  context: ({ input }) => ({
    values: { email: '', password: '', code: '', ...input },
    fieldErrors: {},
    error: null,
    refusals: 0,
  }),
  initial: 'editing',
  states: {
    editing: {
      description: 'The form asks for email and password.',
      tags: 'open',
      on: {
        'field.changed': changesField,
        'form.submitted': submitsTo('submitting'),
      },
    },
    submitting: {
      description: 'The request is sent to the server.',
      tags: ['open', 'busy'],
      on: { 'field.changed': changesField },
      invoke: {
        id: 'submit',
        src: 'submit',
        input: ({ context }) => ({ values: context.values }),
        onDone: signsIn,
        onError: [
          {
            guard: { type: 'isCodeRequired', params: ({ event }) => ({ error: event.error }) },
            target: 'askingCode',
          },
          {
            target: 'editing',
            actions: remembersFailure,
          },
        ],
      },
    },
    askingCode: {
      description: 'The password was correct; the code of the second step is required.',
      tags: ['open', 'code'],
      on: {
        'field.changed': changesField,
        'form.submitted': [
          { guard: 'hasCode', target: 'checkingCode', actions: 'forgetErrors' },
          { actions: 'rememberCodeMissing' },
        ],
        'code.abandoned': { target: 'editing', actions: ['forgetErrors', 'forgetCode'] },
      },
    },
    checkingCode: {
      description: 'The code is sent to the server.',
      tags: ['open', 'busy', 'code'],
      on: { 'field.changed': changesField },
      invoke: {
        id: 'submitCode',
        src: 'submit',
        input: ({ context }) => ({ values: context.values }),
        onDone: signsIn,
        onError: [
          {
            guard: { type: 'isOfCredentials', params: ({ event }) => ({ error: event.error }) },
            target: 'editing',
            actions: ['forgetCode', remembersFailure],
          },
          {
            target: 'askingCode',
            actions: remembersFailure,
          },
        ],
      },
    },
    signedIn: { description: 'The session has the tokens; the typed values are cleared.' },
  },
})

export type LogInRef = ActorRefFrom<typeof logInMachine>
