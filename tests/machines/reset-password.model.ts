import type { resetPasswordMachine } from '../../src/machines/accounts/reset-password.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { unanswered } from './form.model.ts'

const GOOD = 'Staple-9-battery'

export const usedUp = Object.assign(new Error('used up'), {
  code: 'reset_invalid',
  detail: 'This password reset link is invalid or has expired. Please request a new one.',
})

/** Of an address that is too long to be one of ours, or mangled by a mail program. */
const tooLong = Object.assign(new Error('too long'), { status: 414 })

export const resetPasswordModel: Model<typeof resetPasswordMachine> = {
  input: { token: 't1' },
  events: () => [
    ...['new_password', 'confirmation'].flatMap((name) =>
      [GOOD, 'other'].map((value) => ({ type: 'field.changed', name, value })),
    ),
    { type: 'form.submitted' },
    { type: 'retry.requested' },
  ],
  answers: () => ({
    verifyLink: [
      null,
      { valid: true, email: 'ada@example.com' },
      { valid: false, email: null },
      tooLong,
      unanswered,
    ],
    resetPassword: [{}, usedUp, unanswered],
  }),
  unhandled: [
    never(
      ['retry.requested'],
      ['missing', 'verifying', 'invalid', 'ready', 'saving', 'done'],
      'Try Again is shown where there was no answer.',
    ),
    never(
      ['field.changed', 'form.submitted'],
      ['missing', 'verifying', 'unverified', 'invalid', 'done'],
      'The form is not on the screen.',
    ),
    harmless(['form.submitted'], ['saving'], 'The same submit is under way, and is not to be sent twice.'),
  ],
  key: ({ context }) => [context.values, context.fieldErrors, context.error, Math.min(context.refusals, 1)],
}
