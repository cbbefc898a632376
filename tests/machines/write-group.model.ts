import { writeGroupMachine } from '../../src/machines/organizations/write-group.machine.ts'
import { modelOfForm } from './form.model.ts'

const values = { group_id: '', managed_by: 'sign_in', member_ids: [], find: '' }

export const writeGroupModel = modelOfForm({
  name: 'writeGroup',
  machine: writeGroupMachine,
  valid: { ...values, name: 'Finance', claim_value: 'finance' },
  invalid: { ...values, name: 'Finance', claim_value: ' ' },
  field: 'claim_value',
  output: {},
})
