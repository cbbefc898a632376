import { provideLogIn } from '../services/log-in.provide.ts'
import { LogInScreen } from '../ui/screens/log-in/log-in-screen.tsx'
import { LogInMachines } from '../ui/screens/log-in/machines.ts'
import type { Start } from './start.ts'

export function compose({ accounts, clock }: Start) {
  const machines = { logIn: provideLogIn(accounts, clock.steady) }
  return () => (
    <LogInMachines value={machines}>
      <LogInScreen />
    </LogInMachines>
  )
}
