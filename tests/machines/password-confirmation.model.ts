import { passwordConfirmationMachine } from '../../src/machines/accounts/password-confirmation.machine.ts'
import { modelOfForm } from './form.model.ts'

export const passwordConfirmationModel = modelOfForm({
  name: 'passwordConfirmation',
  machine: passwordConfirmationMachine,
  valid: { password: 'secret' },
  invalid: { password: '' },
  field: 'password',
  output: {},
})
