import { logInMachine } from '../../src/machines/log-in/log-in.machine.ts'
import { formModel } from './form.model.ts'

export const logInModel = formModel({
  name: 'logIn',
  machine: logInMachine,
  valid: { email: 'ada@example.com', password: 'secret' },
  invalid: { email: ' ', password: 'secret' },
  field: 'email',
  output: { access_token: 'access', refresh_token: 'refresh' },
})
