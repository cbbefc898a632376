import { expect } from 'vitest'
import { renewalMachine } from '../../src/machines/billing/renewal.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { renewalModel } from './renewal.model.ts'

/** [43.8] */
describeModel({
  name: 'renewal',
  machine: renewalMachine,
  model: renewalModel,
  rig: (world) => {
    const asked = (renews: boolean) => () =>
      expect(world.children.get('setRenewal')?.input).toEqual({ organizationId: 'o1', renews })
    const stateIs = (state: string | undefined) => () =>
      expect(world.snapshot().context.renewal?.state).toBe(state)
    return {
      oracles: {
        'renewal.known.none': stateIs(undefined),
        'renewal.known.renewing': stateIs('renewing'),
        'renewal.known.pastDue': stateIs('past_due'),
        'renewal.known.canceled': stateIs('canceled'),
        'renewal.asking': () => expect([...world.children.keys()]).toEqual(['watchSubscription']),
        'renewal.stopping': asked(false),
        'renewal.resuming': asked(true),
        'renewal.openingCard': () => expect(world.children.has('openCard')).toBe(true),
      },
    }
  },
})
