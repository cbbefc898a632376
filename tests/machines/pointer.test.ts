import { expect } from 'vitest'
import { pointerMachine } from '../../src/machines/pointer/pointer.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { pointerModel } from './pointer.model.ts'

describeModel({
  name: 'pointer',
  machine: pointerMachine,
  model: pointerModel,
  rig: (world) => ({
    oracles: {
      'pointer.nowhere': () => expect(world.snapshot().context.pointed).toBeNull(),
      'pointer.pointing': () => expect(world.snapshot().context.pointed).toMatchObject({ messageId: 'a1' }),
    },
  }),
})
