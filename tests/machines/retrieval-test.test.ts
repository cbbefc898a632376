import { expect } from 'vitest'
import { retrievalTestMachine } from '../../src/machines/retrieval-test/retrieval-test.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { retrievalTestModel } from './retrieval-test.model.ts'

describeModel({
  name: 'retrievalTest',
  machine: retrievalTestMachine,
  model: retrievalTestModel,
  rig: (world) => ({
    oracles: {
      'retrievalTest.search.searching': () => {
        const { asked, settings } = world.snapshot().context
        expect(world.children.get('search')?.input).toEqual({ knowledgeBaseId: 'k1', query: asked, settings })
      },
      'retrievalTest.application.applying': () =>
        expect(world.children.get('applySettings')?.input).toHaveProperty('knowledgeBaseId', 'k1'),
    },
  }),
})
