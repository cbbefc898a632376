import type { upgradeMachine } from '../../src/machines/billing/upgrade.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless } from '../harness/model/unhandled.ts'

export const upgradeModel: Model<typeof upgradeMachine> = {
  events: () => [
    { type: 'planUpgrade.opened', organizationId: 'o1' },
    { type: 'planUpgrade.opened', organizationId: 'o1', planId: 'starter' },
    { type: 'planUpgrade.opened', organizationId: 'o1', planId: 'pro' },
    { type: 'plan.refused', planId: 'starter' },
    { type: 'plan.refused', planId: 'starter', seatsPlanId: 'pro' },
  ],
  answers: () => ({ planChange: [undefined] }),
  unhandled: [harmless(['planUpgrade.opened'], ['open'], 'It is open already.')],
  key: ({ context }) => context,
}
