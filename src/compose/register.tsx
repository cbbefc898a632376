import { provideRegister } from '../services/accounts/register.provide.ts'
import { RegisterScreen } from '../ui/accounts/register-screen.tsx'
import { composed } from './composed.tsx'
import type { Start } from './start.ts'

export const compose = ({ accounts, clock }: Start) =>
  composed(RegisterScreen, { register: provideRegister(accounts, clock.steady) })
