import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { PasswordReset, ResetLink } from '../../services/contract/accounts.ts'
import { passwordProblem } from '../../services/contract/password.ts'
import { t } from '../../texts/t.ts'
import { isRefusal } from '../failure.ts'
import { notProvided } from '../not-provided.ts'
import { errorOf, ifRefused, isRefused } from '../shared/failed-call.ts'
import {
  changesField,
  type FieldErrors,
  type FormContext,
  formActions,
  remembersFailure,
  submitsTo,
} from '../shared/form/form.parts.ts'
import { sendToActor } from '../system.ts'

interface ResetValues {
  readonly new_password: string
  readonly confirmation: string
}

interface ResetContext extends FormContext<ResetValues> {
  readonly token: string
  /** The account's address, for the password rules and password managers; '' until the link is verified. */
  readonly email: string
  /** The answer to an earlier try was lost: the password may be saved, and the link used up by that. */
  readonly isUnanswered: boolean
}

type ResetEvent =
  | { type: 'field.changed'; name: string; value: unknown }
  | { type: 'form.submitted' }
  | { type: 'retry.requested' }

const problemsOf = ({ email, values }: ResetContext): FieldErrors => {
  const problem = passwordProblem(values.new_password, { email })
  return {
    ...(problem && { new_password: problem }),
    ...(values.new_password !== values.confirmation && { confirmation: t('Passwords do not match.') }),
  }
}

/** Response to a refused link from a server without error codes. */
const LINK_REFUSED: readonly unknown[] = [400, 404, 410, 422]

const isUsedUp = (error: unknown) => {
  const { code, status } = (error ?? {}) as { code?: unknown; status?: unknown }
  return code === 'reset_invalid' || (code === `http_${status}` && LINK_REFUSED.includes(status))
}

const NOTHING: ResetValues = { new_password: '', confirmation: '' }

/** S2.6, S5.2, S8.9 */
export const resetPasswordMachine = setup({
  types: {} as {
    context: ResetContext
    events: ResetEvent
    input: { token: string }
    tags: 'loading' | 'missing' | 'failed' | 'open' | 'busy' | 'done'
    children: { verifyLink: 'verifyLink'; resetPassword: 'resetPassword' }
  },
  actors: {
    /** null: the address contains no token. */
    verifyLink: fromPromise<ResetLink | null, { token: string }>(notProvided('verifyLink')),
    resetPassword: fromPromise<unknown, PasswordReset>(notProvided('resetPassword')),
  },
  guards: {
    isMissing: (_, { link }: { link: ResetLink | null }) => link === null,
    isGood: (_, { link }: { link: ResetLink | null }) => link?.valid === true,
    isValid: ({ context }) => Object.keys(problemsOf(context)).length === 0,
    isRefused,
    isUsedUp: (_, { error }: { error: unknown }) => isUsedUp(error),
  },
  actions: {
    /** Every session of that account has ended on the server: this browser's may be one of them, or another's. */
    doubtSession: (scope) => sendToActor(scope, 'session', { type: 'session.doubted' }),
    takeOwner: assign((_, { link }: { link: ResetLink | null }) => ({
      email: link?.email ?? '',
      error: null,
    })),
    forgetDraft: assign({ values: NOTHING, fieldErrors: {} }),
    sayInvalid: assign({ error: t('Invalid or expired reset link.') }),
    sayMissing: assign({ error: t('Password reset token is missing.') }),
    rememberUnverified: assign({
      error: t('The link could not be checked. Check your connection and try again.'),
    }),
    noteUnanswered: assign({
      isUnanswered: ({ context }, { error }: { error: unknown }) => context.isUnanswered || !isRefusal(error),
    }),
    sayUsedUp: assign({
      error: ({ context }) =>
        context.isUnanswered
          ? t('Your new password may be saved already. Log in with it, or request a new link.')
          : t('This password reset link is invalid or has expired. Please request a new one.'),
    }),
    ...formActions<ResetContext, ResetEvent>(
      problemsOf,
      t('Failed to reset password. Please try again or request a new link.'),
    ),
  },
}).createMachine({
  id: 'resetPassword',
  description: 'Sets a new password with the link in an email.',
  context: ({ input: { token } }) => ({
    token,
    email: '',
    isUnanswered: false,
    values: NOTHING,
    fieldErrors: {},
    error: null,
    refusals: 0,
  }),
  initial: 'verifying',
  states: {
    missing: {
      description: 'The address contains no link: a new one can be requested.',
      tags: 'missing',
    },
    verifying: {
      description: 'The link is checked on the server, without being used up.',
      tags: 'loading',
      invoke: {
        id: 'verifyLink',
        src: 'verifyLink',
        input: ({ context }) => ({ token: context.token }),
        onDone: [
          {
            guard: { type: 'isMissing', params: ({ event }) => ({ link: event.output }) },
            target: 'missing',
            actions: 'sayMissing',
          },
          {
            guard: { type: 'isGood', params: ({ event }) => ({ link: event.output }) },
            target: 'ready',
            actions: { type: 'takeOwner', params: ({ event }) => ({ link: event.output }) },
          },
          { target: 'invalid', actions: 'sayInvalid' },
        ],
        onError: [
          { guard: ifRefused, target: 'invalid', actions: 'sayInvalid' },
          { target: 'unverified', actions: 'rememberUnverified' },
        ],
      },
    },
    unverified: {
      description: 'There was no answer; Try Again.',
      tags: 'failed',
      on: { 'retry.requested': 'verifying' },
    },
    invalid: {
      description: 'The link was used or has expired: a new one can be requested.',
    },
    ready: {
      description: 'The new password is chosen.',
      tags: 'open',
      on: {
        'field.changed': changesField,
        'form.submitted': submitsTo('saving'),
      },
    },
    saving: {
      description: 'The password is changed, and every session ends.',
      tags: ['open', 'busy'],
      on: { 'field.changed': changesField },
      invoke: {
        id: 'resetPassword',
        src: 'resetPassword',
        input: ({ context }) => ({ token: context.token, new_password: context.values.new_password }),
        onDone: { target: 'done', actions: ['forgetDraft', 'doubtSession'] },
        onError: [
          {
            guard: { type: 'isUsedUp', params: ({ event }) => ({ error: event.error }) },
            target: 'invalid',
            actions: ['forgetDraft', 'sayUsedUp'],
          },
          {
            target: 'ready',
            actions: [remembersFailure, { type: 'noteUnanswered', params: errorOf }],
          },
        ],
      },
    },
    done: { description: 'Changed; log in with the new password.', tags: 'done' },
  },
})

export type ResetPasswordRef = ActorRefFrom<typeof resetPasswordMachine>
