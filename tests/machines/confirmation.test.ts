import { expect } from 'vitest'
import { confirmationMachine } from '../../src/machines/shell/confirmation.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { confirmationModel, SUBJECT } from './confirmation.model.ts'

describeModel({
  name: 'confirmation',
  machine: confirmationMachine,
  model: confirmationModel,
  rig: (world) => ({
    oracles: {
      'confirmation.asking': () => expect(world.children.size).toBe(0),
      'confirmation.carryingOut': () => expect(world.children.get('carryOut')?.input).toEqual(SUBJECT),
      'confirmation.closed': () => {
        for (const { params } of world.effects) expect(params).toEqual(SUBJECT)
      },
    },
  }),
})
