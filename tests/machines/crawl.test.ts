import { expect } from 'vitest'
import { crawlMachine } from '../../src/machines/crawl/crawl.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { crawlModel, FOUND } from './crawl.model.ts'

describeModel({
  name: 'crawl',
  machine: crawlMachine,
  model: crawlModel,
  rig: (world) => ({
    oracles: {
      'crawl.closed': () => expect(world.snapshot().context.values.url).toBe(''),
      // What other rules found is not what these would read.
      'crawl.editing': () => expect(world.snapshot().context.preview).toBeNull(),
      'crawl.previewing': () =>
        expect(world.children.get('preview')?.input).toEqual(world.snapshot().context.values),
      'crawl.previewed': () => expect(world.snapshot().context.preview).toEqual(FOUND),
      'crawl.adding': () =>
        expect(world.children.get('addSource')?.input).toMatchObject({ knowledgeBaseId: 'k1' }),
    },
  }),
})
