import type { forgotPasswordMachine } from '../../../machines/forgot-password/forgot-password.machine.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  readonly forgotPassword: typeof forgotPasswordMachine
}

export const [ForgotPasswordMachines, useForgotPasswordMachines] =
  createProvided<Machines>('ForgotPasswordMachines')
