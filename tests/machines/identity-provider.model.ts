import { identityProviderMachine } from '../../src/machines/accounts/single-sign-on-forms.machine.ts'
import { modelOfForm } from './form.model.ts'

const valid = {
  known_issuer: '',
  issuer: 'https://login.example.com',
  client_id: 'lectern',
  client_secret: 'secret',
  default_role: 'viewer',
  role_claim: 'groups',
  role_mappings: 'leads = admin\n\nteam=writers = Editor',
}

export const identityProviderModel = modelOfForm({
  name: 'identityProvider',
  machine: identityProviderMachine,
  valid,
  invalid: { ...valid, issuer: 'login.example.com' },
  field: 'issuer',
  output: {},
})
