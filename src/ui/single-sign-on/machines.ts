import type { addEmailDomainMachine } from '../../machines/add-email-domain/add-email-domain.machine.ts'
import type { confirmationMachine } from '../../machines/confirmation/confirmation.machine.ts'
import type { identityProviderMachine } from '../../machines/identity-provider/identity-provider.machine.ts'
import { createProvided } from '../provided.ts'

interface Machines {
  readonly setProvider: typeof identityProviderMachine
  readonly addDomain: typeof addEmailDomainMachine
  readonly testConnection: typeof confirmationMachine
  readonly removeProvider: typeof confirmationMachine
  readonly enforce: typeof confirmationMachine
  readonly stopEnforcing: typeof confirmationMachine
  readonly verifyDomain: typeof confirmationMachine
  readonly removeDomain: typeof confirmationMachine
}

export const [SingleSignOnMachines, useSingleSignOnMachines] =
  createProvided<Machines>('SingleSignOnMachines')
