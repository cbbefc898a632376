import type { upgradeMachine } from '../../src/machines/upgrade/upgrade.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless } from '../harness/model/unhandled.ts'

export const LIMIT = { detail: 'The Free plan has room for 3 integrations.', planId: 'starter' }

export const upgradeModel: Model<typeof upgradeMachine> = {
  events: () => [
    { type: 'planUpgrade.opened' },
    { type: 'planUpgrade.opened', planId: 'starter' },
    { type: 'plan.refused', limit: LIMIT },
  ],
  answers: () => ({ planChange: [undefined] }),
  unhandled: [harmless(['planUpgrade.opened'], ['open'], 'It is open already.')],
  key: ({ context }) => context,
}
