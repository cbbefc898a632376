import { registerMachine } from '../../src/machines/register/register.machine.ts'
import { formModel } from './form.model.ts'

export const registerModel = formModel({
  name: 'register',
  machine: registerMachine,
  valid: { email: 'ada@example.com', password: 'Lovelace-1815', confirmation: 'Lovelace-1815' },
  invalid: { email: 'ada@example.com', password: 'Lovelace-1815', confirmation: 'Lovelace' },
  field: 'confirmation',
  output: { access_token: 'access', refresh_token: 'refresh' },
})
