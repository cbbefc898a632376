import { expect } from 'vitest'
import { answerFeedbackMachine } from '../../src/machines/conversations/answer-feedback.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { answerFeedbackModel } from './chat.model.ts'

describeModel({
  name: 'answerFeedback',
  machine: answerFeedbackMachine,
  model: answerFeedbackModel,
  rig: (world) => {
    const announced: unknown[] = []
    const context = () => world.snapshot().context
    return {
      implementations: {
        actions: {
          announceFeedback: (_: unknown, { feedback }: { feedback: unknown }) => announced.push(feedback),
        },
      },
      oracles: {
        'answerFeedback.resting': () => {
          expect(context().wanted).toEqual(context().saved)
          expect(announced.at(-1) ?? null).toEqual(context().saved)
        },
        'answerFeedback.saving': () =>
          expect(world.children.get('saveFeedback')?.input).toEqual({
            messageId: 'a1',
            feedback: context().wanted,
          }),
        'answerFeedback.savingExplanation': () =>
          expect(world.children.get('saveFeedback')?.input).toMatchObject({
            feedback: { reason: context().wanted?.reason, comment: context().wanted?.comment },
          }),
        'answerFeedback.explaining': () => expect(context().saved).not.toBeNull(),
      },
    }
  },
})
