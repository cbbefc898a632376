import { createAccountsApi } from '../services/accounts-api.ts'
import { provideRegister } from '../services/entrance.provide.ts'
import { RegisterMachines } from '../ui/screens/register/machines.ts'
import { RegisterScreen } from '../ui/screens/register/register-screen.tsx'
import type { Base } from './base.ts'

export function compose({ anonymous, clock }: Base) {
  const machines = { register: provideRegister(createAccountsApi(anonymous), clock.steady) }
  return () => (
    <RegisterMachines value={machines}>
      <RegisterScreen />
    </RegisterMachines>
  )
}
