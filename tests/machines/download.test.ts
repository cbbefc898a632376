import { expect } from 'vitest'
import { downloadMachine } from '../../src/machines/download/download.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { downloadModel, REQUEST } from './download.model.ts'

describeModel({
  name: 'download',
  machine: downloadMachine,
  model: downloadModel,
  rig: (world) => ({
    oracles: {
      'download.idle': () => expect(world.children.size).toBe(0),
      'download.fetching': () => expect(world.children.get('fetchFile')?.input).toEqual({ request: REQUEST }),
    },
  }),
})
