import { identitySecretMachine } from '../../src/machines/visitors/identity-secret.machine.ts'
import { modelOfForm } from './form.model.ts'

export const SECRET = { secret: 'lid_and-more' }

export const identitySecretModel = modelOfForm({
  name: 'identitySecret',
  machine: identitySecretMachine,
  valid: { id: 'i1', renews: true, understood: true },
  invalid: { id: 'i1', renews: true, understood: false },
  field: 'understood',
  output: SECRET,
  shows: true,
})
