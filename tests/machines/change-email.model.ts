import { changeEmailMachine } from '../../src/machines/accounts/change-email.machine.ts'
import { modelOfForm } from './form.model.ts'

export const changeEmailModel = modelOfForm({
  name: 'changeEmail',
  machine: changeEmailMachine,
  valid: { email: 'new@example.com', password: 'secret' },
  invalid: { email: ' ', password: 'secret' },
  field: 'email',
  output: { email: 'new@example.com' },
})
