import type { ComponentType } from 'react'
import type { logInMachine } from '../../../machines/log-in/log-in.machine.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  readonly logIn: typeof logInMachine
  /** Fetched once an address has a domain: most people have no use for it. */
  readonly CompanyOffer: ComponentType<{ domain: string }>
}

export const [LogInMachines, useLogInMachines] = createProvided<Machines>('LogInMachines')
