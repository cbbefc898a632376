import type { confirmationMachine } from '../../../machines/confirmation/confirmation.machine.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  readonly ignoreGap: typeof confirmationMachine
  readonly reopenGap: typeof confirmationMachine
}

export const [AnalyticsMachines, useAnalyticsMachines] = createProvided<Machines>('AnalyticsMachines')
