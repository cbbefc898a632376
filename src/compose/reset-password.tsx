import { provideResetPassword } from '../services/reset-password.provide.ts'
import { ResetPasswordMachines } from '../ui/screens/reset-password/machines.ts'
import { ResetPasswordScreen } from '../ui/screens/reset-password/reset-password-screen.tsx'
import type { Base } from './base.ts'

export function compose({ anonymous }: Base) {
  const machines = { resetPassword: provideResetPassword(anonymous) }
  return () => (
    <ResetPasswordMachines value={machines}>
      <ResetPasswordScreen />
    </ResetPasswordMachines>
  )
}
