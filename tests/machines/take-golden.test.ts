import { expect } from 'vitest'
import { takeGoldenMachine } from '../../src/machines/take-golden/take-golden.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { SOURCE, takeGoldenModel } from './take-golden.model.ts'

describeModel({
  name: 'takeGolden',
  machine: takeGoldenMachine,
  model: takeGoldenModel,
  rig: (world) => ({
    oracles: {
      'takeGolden.idle': () => expect(world.children.size).toBe(0),
      'takeGolden.taking': () => expect(world.children.get('take')?.input).toEqual(SOURCE),
    },
  }),
})
