import { expect } from 'vitest'
import { shareMachine } from '../../src/machines/visitors/share.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { shareModel } from './visitors.model.ts'

/** [S2.8] */
describeModel({
  name: 'share',
  machine: shareMachine,
  model: shareModel,
  rig: (world) => {
    const hasConversation = () => world.children.has('conversation')
    const asking = () => world.snapshot().hasTag('asking')
    return {
      oracles: {
        'share.loading': () => expect(hasConversation()).toBe(false),
        'share.notFound': () => expect(hasConversation()).toBe(false),
        'share.shown': () => expect(hasConversation()).toBe(true),
        'share.shown.ready': () => expect(asking()).toBe(true),
        'share.shown.limited': () =>
          expect([asking(), world.snapshot().hasTag('counting')]).toEqual([false, true]),
        'share.shown.paused': () => expect(asking()).toBe(false),
        'share.shown.expired': () => expect(asking()).toBe(false),
        'share.shown.overBudget': () => expect(asking()).toBe(false),
        'share.shown.offline': () => expect(asking()).toBe(false),
      },
    }
  },
})
