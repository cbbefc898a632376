import { endTwoFactorMachine } from '../../src/machines/accounts/end-two-factor.machine.ts'
import { modelOfForm } from './form.model.ts'

export const endTwoFactorModel = modelOfForm({
  name: 'endTwoFactor',
  machine: endTwoFactorMachine,
  valid: { password: 'secret', code: '123456' },
  invalid: { password: 'secret', code: ' ' },
  field: 'code',
  output: { message: 'Done.' },
})
