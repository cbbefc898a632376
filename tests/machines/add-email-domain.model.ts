import { addEmailDomainMachine } from '../../src/machines/accounts/add-email-domain.machine.ts'
import { modelOfForm } from './form.model.ts'

export const addEmailDomainModel = modelOfForm({
  name: 'addEmailDomain',
  machine: addEmailDomainMachine,
  valid: { organization_id: 'o1', domain: 'example.com' },
  invalid: { organization_id: 'o1', domain: 'example' },
  field: 'domain',
  output: {},
})
