import { deleteOrganizationMachine } from '../../src/machines/organizations/delete-organization.machine.ts'
import { modelOfForm } from './form.model.ts'

export const deleteOrganizationModel = modelOfForm({
  name: 'deleteOrganization',
  machine: deleteOrganizationMachine,
  valid: { id: 'o1', called: 'Acme', name: 'Acme' },
  invalid: { id: 'o1', called: 'Acme', name: 'acme' },
  field: 'name',
  output: {},
})
