import type { companyLogInMachine } from '../../../machines/company-log-in/company-log-in.machine.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  readonly companyLogIn: typeof companyLogInMachine
}

export const [CompanyLogInMachines, useCompanyLogInMachines] =
  createProvided<Machines>('CompanyLogInMachines')
