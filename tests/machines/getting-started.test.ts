import { expect } from 'vitest'
import { gettingStartedMachine } from '../../src/machines/shell/getting-started.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { FILES, gettingStartedModel } from './getting-started.model.ts'

/** [S2.11] */
describeModel({
  name: 'gettingStarted',
  machine: gettingStartedMachine,
  model: gettingStartedModel,
  rig: (world) => {
    const progress = () => world.snapshot().context.progress
    return {
      oracles: {
        'gettingStarted.adding': () =>
          expect(progress()).toMatchObject({ documents: 0, assistant: null, questions: 0 }),
        'gettingStarted.creatingKnowledgeBase': () => expect(world.snapshot().context.files).toEqual(FILES),
        'gettingStarted.addingSample': () => expect(world.snapshot().context.error).toBeNull(),
        'gettingStarted.creating': () => {
          expect(progress().documents).toBeGreaterThan(0)
          expect(progress().assistant).toBeNull()
        },
        'gettingStarted.asking': () => {
          expect(progress().assistant).not.toBeNull()
          expect(progress().questions).toBe(0)
        },
        'gettingStarted.finished': () => expect(progress().questions).toBeGreaterThan(0),
      },
    }
  },
})
