import { addEmailDomainMachine } from '../../src/machines/accounts/add-email-domain.machine.ts'
import { modelOfForm } from './form.model.ts'

export const addEmailDomainModel = modelOfForm({
  name: 'addEmailDomain',
  machine: addEmailDomainMachine,
  valid: { domain: 'example.com' },
  invalid: { domain: 'example' },
  field: 'domain',
  output: {},
})
