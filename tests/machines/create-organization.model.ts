import { createOrganizationMachine } from '../../src/machines/organizations/create-organization.machine.ts'
import { modelOfForm } from './form.model.ts'
import { organization } from './samples.ts'

export const CREATED = organization('new', 'Northwind')

export const createOrganizationModel = modelOfForm({
  name: 'createOrganization',
  machine: createOrganizationMachine,
  valid: { name: ' Northwind ', description: '' },
  invalid: { name: '   ', description: '' },
  field: 'name',
  output: CREATED,
})
