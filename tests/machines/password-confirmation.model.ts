import { passwordConfirmationMachine } from '../../src/machines/password-confirmation/password-confirmation.machine.ts'
import { formModel } from './form.model.ts'

export const passwordConfirmationModel = formModel({
  name: 'passwordConfirmation',
  machine: passwordConfirmationMachine,
  valid: { password: 'secret' },
  invalid: { password: '' },
  field: 'password',
  output: {},
})
