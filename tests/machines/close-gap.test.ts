import { expect } from 'vitest'
import { closeGapMachine } from '../../src/machines/close-gap/close-gap.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { closeGapModel } from './close-gap.model.ts'
import { gap } from './samples.ts'

/** [S2.14] */
describeModel({
  name: 'closeGap',
  machine: closeGapMachine,
  model: closeGapModel,
  rig: (world) => {
    const settled = { name: 'settle', params: { answerIds: gap('a1').answer_ids } }
    return {
      oracles: {
        'closeGap.closed': () => expect(world.snapshot().context.gap).toBeNull(),
        'closeGap.saving': () =>
          expect(world.children.get('saveAnswer')?.input).toEqual({
            question: gap('a1').question,
            answer: 'Yes, within a week.',
            knowledge_base_id: 'k1',
          }),
        'closeGap.filled': () => {
          expect(world.snapshot().context.reply.answered).toBe(true)
          expect(world.effects).toContainEqual(settled)
        },
        'closeGap.stillOpen': () => expect(world.effects).not.toContainEqual(settled),
        'closeGap.failed': () => expect(world.snapshot().context.error).not.toBeNull(),
      },
    }
  },
})
