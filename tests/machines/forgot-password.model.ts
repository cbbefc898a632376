import { forgotPasswordMachine } from '../../src/machines/accounts/forgot-password.machine.ts'
import { modelOfForm } from './form.model.ts'

export const forgotPasswordModel = modelOfForm({
  name: 'forgotPassword',
  machine: forgotPasswordMachine,
  valid: { email: 'ada@example.com' },
  invalid: { email: ' ' },
  field: 'email',
  output: {},
})
