import { provideCompanyLogIn } from '../services/company-log-in.provide.ts'
import { CompanyLogInScreen } from '../ui/screens/company-log-in/company-log-in-screen.tsx'
import { CompanyLogInMachines } from '../ui/screens/company-log-in/machines.ts'
import type { Base } from './base.ts'

export function compose({ anonymous, clock }: Base) {
  const machines = { companyLogIn: provideCompanyLogIn(anonymous, clock.steady) }
  return () => (
    <CompanyLogInMachines value={machines}>
      <CompanyLogInScreen />
    </CompanyLogInMachines>
  )
}
