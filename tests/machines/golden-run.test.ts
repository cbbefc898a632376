import { expect } from 'vitest'
import { goldenRunMachine } from '../../src/machines/golden-run/golden-run.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { goldenRunModel } from './golden-run.model.ts'

describeModel({
  name: 'goldenRun',
  machine: goldenRunMachine,
  model: goldenRunModel,
  rig: (world) => ({
    oracles: {
      'goldenRun.starting': () =>
        expect(world.children.get('startRun')?.input).toEqual({ knowledgeBaseId: 'k1' }),
    },
  }),
})
