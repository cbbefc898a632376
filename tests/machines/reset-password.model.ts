import type { resetPasswordMachine } from '../../src/machines/reset-password/reset-password.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { unanswered } from './form.model.ts'

const GOOD = 'Staple-9-battery'

export const usedUp = Object.assign(new Error('used up'), {
  code: 'reset_invalid',
  detail: 'This password reset link is invalid or has expired. Please request a new one.',
})

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
    verifyLink: [null, { valid: true, email: 'ada@example.com' }, { valid: false, email: null }, unanswered],
    resetPassword: [{}, usedUp, unanswered],
  }),
  key: ({ context }) => [context.values, context.fieldErrors, context.error, Math.min(context.refusals, 1)],
}
