import { forgotPasswordMachine } from '../../src/machines/forgot-password/forgot-password.machine.ts'
import { formModel } from './form.model.ts'

export const forgotPasswordModel = formModel({
  name: 'forgotPassword',
  machine: forgotPasswordMachine,
  valid: { email: 'ada@example.com' },
  invalid: { email: ' ' },
  field: 'email',
  output: {},
})
