import { provideResetPassword } from '../services/accounts/reset-password.provide.ts'
import { ResetPasswordScreen } from '../ui/accounts/reset-password-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ anonymous }: Base) =>
  composed(ResetPasswordScreen, { resetPassword: provideResetPassword(anonymous) })
