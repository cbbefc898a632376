import { expect } from 'vitest'
import { webSourcesMachine } from '../../src/machines/web-sources/web-sources.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { webSourcesModel } from './web-sources.model.ts'

describeModel({
  name: 'webSources',
  machine: webSourcesMachine,
  model: webSourcesModel,
  rig: (world) => ({
    oracles: {
      'webSources.idle': () => expect(world.snapshot().context.change).toBeNull(),
      'webSources.changing': () =>
        expect(world.children.get('applyChange')?.input).toEqual(world.snapshot().context.change),
    },
  }),
})
