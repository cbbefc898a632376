import { provideLogIn } from '../services/accounts/log-in.provide.ts'
import { LogInScreen } from '../ui/accounts/log-in/log-in-screen.tsx'
import { later } from '../ui/parts/later.ts'
import { composed } from './composed.tsx'
import type { Start } from './start.ts'

export function compose({ accounts, clock, loadBase }: Start) {
  const CompanyOffer = later(async () => {
    const [{ compose }, base] = await Promise.all([import('./company-offer.tsx'), loadBase()])
    return compose(base)
  })
  const machines = { logIn: provideLogIn(accounts, clock.steady), CompanyOffer }
  return composed(LogInScreen, machines)
}
