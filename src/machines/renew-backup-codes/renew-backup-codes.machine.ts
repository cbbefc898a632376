import type { BackupCodes, TwoFactorProof } from '../../services/contract/security.ts'
import { twoFactorProof } from '../end-two-factor/two-factor-proof.ts'
import { createFormMachine, type FormRef } from '../form/form.machine.ts'

export const renewBackupCodesMachine = createFormMachine<TwoFactorProof, BackupCodes>({
  id: 'renewBackupCodes',
  description: 'Makes new backup codes, with password and code, and shows them once.',
  acceptedAs: 'shown',
  ...twoFactorProof,
})

export type RenewBackupCodesRef = FormRef<TwoFactorProof, BackupCodes>
