import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { BackupCodes, TwoFactorSetup } from '../../services/contract/security.ts'
import { t } from '../../texts/t.ts'
import { type FieldChange, withFailure, withField, withFieldErrors } from '../form/form.steps.ts'
import type { FormContext } from '../form/form.types.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'

interface TwoFactorValues {
  readonly password: string
  readonly code: string
}

interface TwoFactorSetupContext extends FormContext<TwoFactorValues> {
  /** Held only while the dialog is open. */
  readonly setup: TwoFactorSetup | null
  readonly backupCodes: readonly string[]
}

type TwoFactorSetupEvent =
  | { type: 'form.opened' }
  | { type: 'field.changed'; name: string; value: unknown }
  | { type: 'form.submitted' }
  | { type: 'form.closed' }

const blank = {
  values: { password: '', code: '' },
  fieldErrors: {},
  error: null,
  setup: null,
  backupCodes: [],
} as const

const FALLBACK = 'That could not be done. Please try again.'

/** Turns two-factor log-in on: password, secret, a first code, and the backup codes. */
export const twoFactorSetupMachine = setup({
  types: {} as {
    context: TwoFactorSetupContext
    events: TwoFactorSetupEvent
    tags: 'open' | 'busy' | 'password' | 'secret' | 'codes'
    children: { beginSetup: 'beginSetup'; confirmSetup: 'confirmSetup' }
  },
  actors: {
    beginSetup: fromPromise<TwoFactorSetup, { password: string }>(notProvided('beginSetup')),
    confirmSetup: fromPromise<BackupCodes, { code: string }>(notProvided('confirmSetup')),
  },
  guards: {
    hasPassword: ({ context }) => context.values.password !== '',
    hasCode: ({ context }) => context.values.code.trim() !== '',
  },
  actions: {
    finish: actionNotProvided('finish'),
    changeField: assign(({ context }, change: FieldChange) => withField(context, change)),
    forgetErrors: assign({ fieldErrors: {}, error: null }),
    forgetAll: assign(blank),
    takeSetup: assign((_, { setup }: { setup: TwoFactorSetup }) => ({ ...blank, setup })),
    takeCodes: assign((_, { codes }: { codes: BackupCodes }) => ({
      ...blank,
      backupCodes: codes.backup_codes,
    })),
    rememberPasswordMissing: assign(({ context }) =>
      withFieldErrors(context, { password: t('Password is required.') }),
    ),
    rememberCodeMissing: assign(({ context }) => withFieldErrors(context, { code: t('Enter the code.') })),
    rememberFailure: assign(({ context }, { error }: { error: unknown }) =>
      withFailure(context, error, FALLBACK),
    ),
  },
}).createMachine({
  id: 'twoFactorSetup',
  description: 'Turns two-factor log-in on.',
  context: { ...blank, refusals: 0 },
  initial: 'closed',
  states: {
    closed: { description: 'Nothing of a secret is here.', on: { 'form.opened': 'askingPassword' } },
    askingPassword: {
      description: 'Whoever found an open session does not know the password.',
      tags: ['open', 'password'],
      on: {
        'field.changed': { actions: { type: 'changeField', params: ({ event }) => event } },
        'form.submitted': [
          { guard: 'hasPassword', target: 'beginning', actions: 'forgetErrors' },
          { actions: 'rememberPasswordMissing' },
        ],
        'form.closed': { target: 'closed', actions: 'forgetAll' },
      },
    },
    beginning: {
      description: 'The server makes a secret.',
      tags: ['open', 'busy', 'password'],
      on: { 'field.changed': { actions: { type: 'changeField', params: ({ event }) => event } } },
      invoke: {
        id: 'beginSetup',
        src: 'beginSetup',
        input: ({ context }) => ({ password: context.values.password }),
        onDone: {
          target: 'showingSecret',
          actions: { type: 'takeSetup', params: ({ event }) => ({ setup: event.output }) },
        },
        onError: {
          target: 'askingPassword',
          actions: { type: 'rememberFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    showingSecret: {
      description: 'The QR code is scanned, and a first code typed.',
      tags: ['open', 'secret'],
      on: {
        'field.changed': { actions: { type: 'changeField', params: ({ event }) => event } },
        'form.submitted': [
          { guard: 'hasCode', target: 'confirming', actions: 'forgetErrors' },
          { actions: 'rememberCodeMissing' },
        ],
        'form.closed': { target: 'closed', actions: 'forgetAll' },
      },
    },
    confirming: {
      description: 'The server checks the first code, and turns it on.',
      tags: ['open', 'busy', 'secret'],
      on: { 'field.changed': { actions: { type: 'changeField', params: ({ event }) => event } } },
      invoke: {
        id: 'confirmSetup',
        src: 'confirmSetup',
        input: ({ context }) => ({ code: context.values.code.trim() }),
        onDone: {
          target: 'showingCodes',
          actions: [{ type: 'takeCodes', params: ({ event }) => ({ codes: event.output }) }, 'finish'],
        },
        onError: {
          target: 'showingSecret',
          actions: { type: 'rememberFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    showingCodes: {
      description: 'It is on; the backup codes are shown, this once.',
      tags: ['open', 'codes'],
      on: { 'form.closed': { target: 'closed', actions: 'forgetAll' } },
    },
  },
})

export type TwoFactorSetupRef = ActorRefFrom<typeof twoFactorSetupMachine>
