import type { createIntegrationMachine } from '../../../machines/create-integration/create-integration.machine.ts'
import type { gettingStartedMachine } from '../../../machines/getting-started/getting-started.machine.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  readonly createIntegration: typeof createIntegrationMachine
  readonly gettingStarted: typeof gettingStartedMachine
}

export const [IntegrationsMachines, useIntegrationsMachines] =
  createProvided<Machines>('IntegrationsMachines')
