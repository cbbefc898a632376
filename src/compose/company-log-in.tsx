import { provideCompanyLogIn } from '../services/accounts/link.provide.ts'
import { CompanyLogInScreen } from '../ui/accounts/company-log-in-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ anonymous, clock }: Base) =>
  composed(CompanyLogInScreen, { companyLogIn: provideCompanyLogIn(anonymous, clock.steady) })
