import type { planChangeMachine } from '../../../machines/plan-change/plan-change.machine.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  readonly planChange: typeof planChangeMachine
}

export const [PricingMachines, usePricingMachines] = createProvided<Machines>('PricingMachines')
