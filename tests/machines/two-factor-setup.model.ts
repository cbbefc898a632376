import type { twoFactorSetupMachine } from '../../src/machines/accounts/two-factor-setup.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { CODES } from './account-forms.model.ts'
import { failuresOf } from './refusals.ts'

export const SETUP = { secret: 'ABCD', uri: 'otpauth://totp/Lectern:ada?secret=ABCD' }

export const twoFactorSetupModel: Model<typeof twoFactorSetupMachine> = {
  events: () => [
    { type: 'form.opened' },
    { type: 'field.changed', name: 'password', value: 'secret' },
    { type: 'field.changed', name: 'code', value: '123456' },
    { type: 'form.submitted' },
    { type: 'form.closed' },
  ],
  answers: () => ({
    beginSetup: [SETUP, ...failuresOf('POST /api/v1/users/me/two-factor/setup')],
    confirmSetup: [CODES, ...failuresOf('POST /api/v1/users/me/two-factor/confirm')],
  }),
  unhandled: [
    never(
      ['form.opened'],
      ['askingPassword', 'beginning', 'showingSecret', 'confirming', 'showingCodes'],
      'The dialog lies over the button that opens it.',
    ),
    harmless(
      ['field.changed', 'form.submitted', 'form.closed'],
      ['closed'],
      'A dialog that fades out is about a form that was accepted or left.',
    ),
    never(['field.changed', 'form.submitted'], ['showingCodes'], 'The form is not on the screen.'),
    harmless(
      ['form.submitted'],
      ['beginning', 'confirming'],
      'The same submit is under way, and is not to be sent twice.',
    ),
    harmless(
      ['form.closed'],
      ['beginning', 'confirming'],
      'S2.42: while submitting, cancel, close and Escape do nothing.',
    ),
  ],
  key: ({ context: { refusals, ...context } }) => [context, Math.min(refusals, 1)],
}
