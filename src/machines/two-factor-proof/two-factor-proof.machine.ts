import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { BackupCodes, TwoFactorProof } from '../../services/contract/security.ts'
import { t } from '../../texts/t.ts'
import { type FieldChange, withFailure, withField, withFieldErrors } from '../form/form.steps.ts'
import type { FieldErrors, FormContext } from '../form/form.types.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'

interface TwoFactorProofContext extends FormContext<TwoFactorProof> {
  /** Held only while they are shown. */
  readonly backupCodes: readonly string[]
}

type TwoFactorProofEvent =
  | { type: 'form.opened' }
  | { type: 'field.changed'; name: string; value: unknown }
  | { type: 'form.submitted' }
  | { type: 'form.closed' }

const problemsOf = ({ password, code }: TwoFactorProof): FieldErrors => ({
  ...(password === '' && { password: t('Password is required.') }),
  ...(code.trim() === '' && { code: t('Enter the code.') }),
})

const blank = {
  values: { password: '', code: '' },
  fieldErrors: {},
  error: null,
  backupCodes: [],
} as const

/** Asks for password and code before the second step is changed: turned off, or given new backup codes. */
export const twoFactorProofMachine = setup({
  types: {} as {
    context: TwoFactorProofContext
    events: TwoFactorProofEvent
    tags: 'open' | 'busy' | 'codes'
    children: { submit: 'submit' }
  },
  actors: {
    /** null: it is off, and there are no codes to keep. */
    submit: fromPromise<BackupCodes | null, { values: TwoFactorProof }>(notProvided('submit')),
  },
  guards: {
    isValid: ({ context }) => Object.keys(problemsOf(context.values)).length === 0,
    hasCodes: (_, { codes }: { codes: BackupCodes | null }) => codes !== null,
  },
  actions: {
    finish: actionNotProvided('finish'),
    changeField: assign(({ context }, change: FieldChange) => withField(context, change)),
    forgetErrors: assign({ fieldErrors: {}, error: null }),
    forgetAll: assign(blank),
    takeCodes: assign((_, { codes }: { codes: BackupCodes | null }) => ({
      ...blank,
      backupCodes: codes?.backup_codes ?? [],
    })),
    rememberFieldErrors: assign(({ context }) => withFieldErrors(context, problemsOf(context.values))),
    rememberFailure: assign(({ context }, { error }: { error: unknown }) =>
      withFailure(context, error, 'That could not be done. Please try again.'),
    ),
  },
}).createMachine({
  id: 'twoFactorProof',
  description: 'Asks for password and code before two-factor log-in is changed.',
  context: { ...blank, refusals: 0 },
  initial: 'closed',
  states: {
    closed: { description: 'Nothing of a code is here.', on: { 'form.opened': 'editing' } },
    editing: {
      description: 'Password and code are asked for: an open session alone is not enough.',
      tags: 'open',
      on: {
        'field.changed': { actions: { type: 'changeField', params: ({ event }) => event } },
        'form.submitted': [
          { guard: 'isValid', target: 'submitting', actions: 'forgetErrors' },
          { actions: 'rememberFieldErrors' },
        ],
        'form.closed': { target: 'closed', actions: 'forgetAll' },
      },
    },
    submitting: {
      description: 'The server checks both and does what was asked; the dialog cannot be closed.',
      tags: ['open', 'busy'],
      on: { 'field.changed': { actions: { type: 'changeField', params: ({ event }) => event } } },
      invoke: {
        id: 'submit',
        src: 'submit',
        input: ({ context }) => ({ values: context.values }),
        onDone: [
          {
            guard: { type: 'hasCodes', params: ({ event }) => ({ codes: event.output }) },
            target: 'showingCodes',
            actions: [{ type: 'takeCodes', params: ({ event }) => ({ codes: event.output }) }, 'finish'],
          },
          { target: 'closed', actions: ['forgetAll', 'finish'] },
        ],
        onError: {
          target: 'editing',
          actions: { type: 'rememberFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    showingCodes: {
      description: 'The new backup codes are shown, this once.',
      tags: ['open', 'codes'],
      on: { 'form.closed': { target: 'closed', actions: 'forgetAll' } },
    },
  },
})

export type TwoFactorProofRef = ActorRefFrom<typeof twoFactorProofMachine>
