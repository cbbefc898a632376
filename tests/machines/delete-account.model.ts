import { deleteAccountMachine } from '../../src/machines/accounts/delete-account.machine.ts'
import { modelOfForm } from './form.model.ts'

export const deleteAccountModel = modelOfForm({
  name: 'deleteAccount',
  machine: deleteAccountMachine,
  valid: { password: 'secret' },
  invalid: { password: '' },
  field: 'password',
  output: {},
})
