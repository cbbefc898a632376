import { expect } from 'vitest'
import { upgradeMachine } from '../../src/machines/billing/upgrade.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { upgradeModel } from './billing.model.ts'

/** [S2.35] */
describeModel({
  name: 'upgrade',
  machine: upgradeMachine,
  model: upgradeModel,
  rig: (world) => ({
    oracles: {
      upgrade: () => expect([null, 'starter']).toContain(world.snapshot().context.largerPlanId),
      'upgrade.closed': () => expect(world.children.size).toBe(0),
      'upgrade.open': () =>
        expect(world.children.get('planChange')?.input).toEqual({
          organizationId: 'o1',
          planId: world.snapshot().context.planId,
        }),
    },
  }),
})
