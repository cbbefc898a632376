import { expect } from 'vitest'
import { billingDialogMachine } from '../../src/machines/billing/billing-dialog.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { billingDialogModel } from './billing.model.ts'

/** [S2.35] */
describeModel({
  name: 'billingDialog',
  machine: billingDialogMachine,
  model: billingDialogModel,
  rig: (world) => ({
    oracles: {
      'billingDialog.closed': () => {
        const told = world.effects.map(({ name }) => name)
        expect([[], ['announceChange', 'showToast']]).toContainEqual(told)
      },
      'billingDialog.open': () => expect([...world.children.keys()]).toEqual(['billingDetails']),
    },
  }),
})
