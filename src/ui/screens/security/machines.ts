import type { changePasswordMachine } from '../../../machines/change-password/change-password.machine.ts'
import type { confirmationMachine } from '../../../machines/confirmation/confirmation.machine.ts'
import type { endTwoFactorMachine } from '../../../machines/end-two-factor/end-two-factor.machine.ts'
import type { passwordConfirmationMachine } from '../../../machines/password-confirmation/password-confirmation.machine.ts'
import type { renewBackupCodesMachine } from '../../../machines/renew-backup-codes/renew-backup-codes.machine.ts'
import type { twoFactorSetupMachine } from '../../../machines/two-factor-setup/two-factor-setup.machine.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  readonly changePassword: typeof changePasswordMachine
  readonly endSession: typeof confirmationMachine
  readonly endOtherSessions: typeof confirmationMachine
  readonly twoFactorSetup: typeof twoFactorSetupMachine
  readonly endTwoFactor: typeof endTwoFactorMachine
  readonly renewBackupCodes: typeof renewBackupCodesMachine
  readonly deleteAccount: typeof passwordConfirmationMachine
}

export const [SecurityMachines, useSecurityMachines] = createProvided<Machines>('SecurityMachines')
