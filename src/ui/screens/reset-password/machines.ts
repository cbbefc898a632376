import type { resetPasswordMachine } from '../../../machines/reset-password/reset-password.machine.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  readonly resetPassword: typeof resetPasswordMachine
}

export const [ResetPasswordMachines, useResetPasswordMachines] =
  createProvided<Machines>('ResetPasswordMachines')
