import type { createIntegrationMachine } from '../../../machines/create-integration/create-integration.machine.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  readonly createIntegration: typeof createIntegrationMachine
}

export const [IntegrationsMachines, useIntegrationsMachines] =
  createProvided<Machines>('IntegrationsMachines')
