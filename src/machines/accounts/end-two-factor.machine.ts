import type { TwoFactorProof } from '../../services/contract/security.ts'
import { createFormMachine } from '../shared/form/form.machine.ts'
import { twoFactorProof } from './two-factor-proof.ts'

export const endTwoFactorMachine = createFormMachine<TwoFactorProof, unknown>({
  id: 'endTwoFactor',
  description: 'Turns two-factor log-in off, with password and code.',
  ...twoFactorProof,
})
