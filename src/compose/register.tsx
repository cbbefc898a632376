import { provideRegister } from '../services/register.provide.ts'
import { RegisterMachines } from '../ui/screens/register/machines.ts'
import { RegisterScreen } from '../ui/screens/register/register-screen.tsx'
import type { Start } from './start.ts'

export function compose({ accounts, clock }: Start) {
  const machines = { register: provideRegister(accounts, clock.steady) }
  return () => (
    <RegisterMachines value={machines}>
      <RegisterScreen />
    </RegisterMachines>
  )
}
