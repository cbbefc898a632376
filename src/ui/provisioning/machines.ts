import type { confirmationMachine } from '../../machines/confirmation/confirmation.machine.ts'
import type { createProvisioningTokenMachine } from '../../machines/create-provisioning-token/create-provisioning-token.machine.ts'
import { createProvided } from '../provided.ts'

interface Machines {
  readonly createToken: typeof createProvisioningTokenMachine
  readonly deleteToken: typeof confirmationMachine
}

export const [ProvisioningMachines, useProvisioningMachines] =
  createProvided<Machines>('ProvisioningMachines')
