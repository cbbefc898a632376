import { createAccountsApi } from '../services/accounts-api.ts'
import { provideForgotPassword } from '../services/entrance.provide.ts'
import { ForgotPasswordScreen } from '../ui/screens/forgot-password/forgot-password-screen.tsx'
import { ForgotPasswordMachines } from '../ui/screens/forgot-password/machines.ts'
import type { Base } from './base.ts'

export function compose({ anonymous }: Base) {
  const machines = { forgotPassword: provideForgotPassword(createAccountsApi(anonymous)) }
  return () => (
    <ForgotPasswordMachines value={machines}>
      <ForgotPasswordScreen />
    </ForgotPasswordMachines>
  )
}
