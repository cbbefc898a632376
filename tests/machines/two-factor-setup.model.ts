import type { twoFactorSetupMachine } from '../../src/machines/two-factor-setup/two-factor-setup.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { unanswered } from './form.model.ts'

export const SETUP = { secret: 'ABCD', uri: 'otpauth://totp/Lectern:ada?secret=ABCD' }
export const CODES = { backup_codes: ['aaaa-bbbb'] }

export const twoFactorSetupModel: Model<typeof twoFactorSetupMachine> = {
  events: () => [
    { type: 'form.opened' },
    { type: 'field.changed', name: 'password', value: 'secret' },
    { type: 'field.changed', name: 'code', value: '123456' },
    { type: 'form.submitted' },
    { type: 'form.closed' },
  ],
  answers: () => ({ beginSetup: [SETUP, unanswered], confirmSetup: [CODES, unanswered] }),
  key: ({ context: { refusals, ...context } }) => [context, Math.min(refusals, 1)],
}
