import { expect } from 'vitest'
import { explainPassageMachine } from '../../src/machines/knowledge/explain-passage.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { explainPassageModel } from './search.model.ts'

describeModel({
  name: 'explainPassage',
  machine: explainPassageMachine,
  model: explainPassageModel,
  rig: (world) => ({
    oracles: {
      'explainPassage.loadingPassages': () =>
        expect(world.children.get('loadPassages')?.input).toEqual({ documentId: 'd1' }),
      'explainPassage.choosingPassage': () => expect(world.snapshot().context.passages).toHaveLength(1),
      'explainPassage.choosingPassage.explaining': () =>
        expect(world.children.get('explain')?.input).toEqual({
          integrationId: 'i1',
          query: 'boots',
          passageId: 'p1',
        }),
      'explainPassage.choosingPassage.explained': () =>
        expect(world.snapshot().context.explanation).not.toBeNull(),
    },
  }),
})
