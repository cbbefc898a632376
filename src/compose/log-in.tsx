import { createAccountsApi } from '../services/accounts-api.ts'
import { provideLogIn } from '../services/entrance.provide.ts'
import { LogInScreen } from '../ui/screens/log-in/log-in-screen.tsx'
import { LogInMachines } from '../ui/screens/log-in/machines.ts'
import type { Base } from './base.ts'

export function compose({ anonymous, clock }: Base) {
  const machines = { logIn: provideLogIn(createAccountsApi(anonymous), clock.steady) }
  return () => (
    <LogInMachines value={machines}>
      <LogInScreen />
    </LogInMachines>
  )
}
