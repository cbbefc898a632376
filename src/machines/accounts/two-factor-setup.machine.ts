import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { BackupCodes, TwoFactorSetup } from '../../services/contract/security.ts'
import { t } from '../../texts/t.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import {
  changesField,
  type FieldErrors,
  type FormContext,
  formActions,
  remembersFailure,
  submitsTo,
} from '../shared/form/form.parts.ts'

interface TwoFactorValues {
  readonly password: string
  readonly code: string
}

interface TwoFactorSetupContext extends FormContext<TwoFactorValues> {
  /** Kept only while the dialog is open. */
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

/** The password first; once there is a secret, a code generated from it. */
const problemsOf = ({ setup, values: { password, code } }: TwoFactorSetupContext): FieldErrors => ({
  ...(setup === null && password === '' && { password: t('Password is required.') }),
  ...(setup !== null && code.trim() === '' && { code: t('Enter the code.') }),
})

/** It may be on all the same: turned on elsewhere, or by a request whose answer was lost. */
const failed = [remembersFailure, 'finish'] as const

/** Turns two-factor log-in on: password, secret, first code, and backup codes. */
export const twoFactorSetupMachine = setup({
  types: {} as {
    context: TwoFactorSetupContext
    events: TwoFactorSetupEvent
    tags: 'open' | 'busy' | 'password' | 'codes'
    children: { beginSetup: 'beginSetup'; confirmSetup: 'confirmSetup' }
  },
  actors: {
    beginSetup: fromPromise<TwoFactorSetup, { password: string }>(notProvided('beginSetup')),
    confirmSetup: fromPromise<BackupCodes, { code: string }>(notProvided('confirmSetup')),
  },
  guards: {
    isValid: ({ context }) => Object.keys(problemsOf(context)).length === 0,
  },
  actions: {
    /** Reads again whether it is on. */
    finish: actionNotProvided('finish'),
    forgetAll: assign(blank),
    takeSetup: assign((_, { setup }: { setup: TwoFactorSetup }) => ({ ...blank, setup })),
    takeCodes: assign((_, { codes }: { codes: BackupCodes }) => ({
      ...blank,
      backupCodes: codes.backup_codes,
    })),
    ...formActions<TwoFactorSetupContext, TwoFactorSetupEvent>(
      problemsOf,
      t('That did not work. Please try again.'),
    ),
  },
}).createMachine({
  id: 'twoFactorSetup',
  description: 'Turns two-factor log-in on.',
  context: { ...blank, refusals: 0 },
  initial: 'closed',
  states: {
    closed: {
      description: 'The dialog is closed; no secret is held.',
      on: { 'form.opened': 'askingPassword' },
    },
    askingPassword: {
      description: 'The password is required: an open session is not enough.',
      tags: ['open', 'password'],
      on: {
        'field.changed': changesField,
        'form.submitted': submitsTo('beginning'),
        'form.closed': { target: 'closed', actions: 'forgetAll' },
      },
    },
    beginning: {
      description: 'The server makes a secret.',
      tags: ['open', 'busy', 'password'],
      on: { 'field.changed': changesField },
      invoke: {
        id: 'beginSetup',
        src: 'beginSetup',
        input: ({ context }) => ({ password: context.values.password }),
        onDone: {
          target: 'showingSecret',
          actions: { type: 'takeSetup', params: ({ event }) => ({ setup: event.output }) },
        },
        onError: { target: 'askingPassword', actions: failed },
      },
    },
    showingSecret: {
      description: 'The QR code is scanned, and a first code typed.',
      tags: 'open',
      on: {
        'field.changed': changesField,
        'form.submitted': submitsTo('confirming'),
        'form.closed': { target: 'closed', actions: 'forgetAll' },
      },
    },
    confirming: {
      description: 'The server checks the first code, and turns it on.',
      tags: ['open', 'busy'],
      on: { 'field.changed': changesField },
      invoke: {
        id: 'confirmSetup',
        src: 'confirmSetup',
        input: ({ context }) => ({ code: context.values.code.trim() }),
        onDone: {
          target: 'showingCodes',
          actions: [{ type: 'takeCodes', params: ({ event }) => ({ codes: event.output }) }, 'finish'],
        },
        onError: { target: 'showingSecret', actions: failed },
      },
    },
    showingCodes: {
      description: 'It is on; the backup codes are shown once.',
      tags: ['open', 'codes'],
      on: { 'form.closed': { target: 'closed', actions: 'forgetAll' } },
    },
  },
})

export type TwoFactorSetupRef = ActorRefFrom<typeof twoFactorSetupMachine>
