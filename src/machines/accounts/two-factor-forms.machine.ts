import type { BackupCodes, TwoFactorProof } from '../../services/contract/security.ts'
import { createFormMachine, type FormRef } from '../shared/form/form.machine.ts'
import { twoFactorProof } from './two-factor-proof.ts'

export const renewBackupCodesMachine = createFormMachine<TwoFactorProof, BackupCodes>({
  id: 'renewBackupCodes',
  description: 'Makes new backup codes, with password and code, and shows them once.',
  acceptedAs: 'shown',
  ...twoFactorProof,
})

export type RenewBackupCodesRef = FormRef<TwoFactorProof, BackupCodes>

export const endTwoFactorMachine = createFormMachine<TwoFactorProof, unknown>({
  id: 'endTwoFactor',
  description: 'Turns two-factor log-in off, with password and code.',
  ...twoFactorProof,
})
