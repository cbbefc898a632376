import { provideForgotPassword } from '../services/forgot-password.provide.ts'
import { ForgotPasswordScreen } from '../ui/screens/forgot-password/forgot-password-screen.tsx'
import { ForgotPasswordMachines } from '../ui/screens/forgot-password/machines.ts'
import type { Start } from './start.ts'

export function compose({ accounts }: Start) {
  const machines = { forgotPassword: provideForgotPassword(accounts) }
  return () => (
    <ForgotPasswordMachines value={machines}>
      <ForgotPasswordScreen />
    </ForgotPasswordMachines>
  )
}
