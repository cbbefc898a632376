import { provideForgotPassword } from '../services/accounts/forgot-password.provide.ts'
import { ForgotPasswordScreen } from '../ui/accounts/forgot-password-screen.tsx'
import { composed } from './composed.tsx'
import type { Start } from './start.ts'

export const compose = ({ accounts }: Start) =>
  composed(ForgotPasswordScreen, { forgotPassword: provideForgotPassword(accounts) })
