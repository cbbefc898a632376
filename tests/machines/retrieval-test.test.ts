import { expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { retrievalTestMachine, type Tried } from '../../src/machines/knowledge/retrieval-test.machine.ts'
import type { RetrievalTestResults } from '../../src/services/contract/search.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { retrievalTestModel } from './search.model.ts'

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

it('[S2.12] asks a question that came with the address at once', () => {
  const machine = retrievalTestMachine.provide({
    actors: {
      search: fromPromise<RetrievalTestResults, Tried & { query: string }>(() => new Promise(() => {})),
    },
  })
  const test = createActor(machine, {
    input: {
      knowledgeBaseId: 'k1',
      query: 'boots',
      stored: { mode: 'hybrid', top_k: null, score_threshold: 0 },
    },
  }).start()
  expect(test.getSnapshot()).toMatchObject({ value: { search: 'searching' }, context: { asked: 'boots' } })
  test.stop()
})
