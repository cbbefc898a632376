import { changeRoleMachine } from '../../src/machines/organizations/change-role.machine.ts'
import { modelOfForm } from './form.model.ts'

export const changeRoleModel = modelOfForm({
  name: 'changeRole',
  machine: changeRoleMachine,
  valid: { user_id: 'u2', name: 'Ben Ito', from: 'viewer', role: 'editor' },
  invalid: { user_id: 'u2', name: 'Ben Ito', from: 'viewer', role: 'viewer' },
  field: 'role',
  output: { name: 'Ben Ito', role: 'editor' },
})
