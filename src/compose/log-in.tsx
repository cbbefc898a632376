import { lazy } from 'react'
import { provideLogIn } from '../services/accounts/log-in.provide.ts'
import { LogInScreen } from '../ui/accounts/log-in/log-in-screen.tsx'
import { composed } from './composed.tsx'
import type { Start } from './start.ts'

export function compose({ accounts, clock, loadBase }: Start) {
  const CompanyOffer = lazy(async () => {
    const [{ compose }, base] = await Promise.all([import('./company-offer.tsx'), loadBase()])
    return { default: compose(base) }
  })
  const machines = { logIn: provideLogIn(accounts, clock.steady), CompanyOffer }
  return composed(LogInScreen, machines)
}
