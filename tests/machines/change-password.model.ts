import { changePasswordMachine } from '../../src/machines/accounts/change-password.machine.ts'
import { modelOfForm } from './form.model.ts'

const VALID = {
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Holm',
  current_password: 'old',
  new_password: 'Staple-9-battery',
  confirmation: 'Staple-9-battery',
}

export const changePasswordModel = modelOfForm({
  name: 'changePassword',
  machine: changePasswordMachine,
  valid: VALID,
  invalid: { ...VALID, confirmation: 'Staple' },
  field: 'confirmation',
  output: {},
})
