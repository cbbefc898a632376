import type { answerFeedbackMachine } from '../../src/machines/answer-feedback/answer-feedback.machine.ts'
import type { Model } from '../harness/model/model.ts'

export const answerFeedbackModel: Model<typeof answerFeedbackMachine> = {
  input: { messageId: 'a1', feedback: null },
  events: () => [
    { type: 'thumb.pressed', rating: 'up' },
    { type: 'thumb.pressed', rating: 'down' },
    { type: 'explanation.opened' },
    { type: 'reason.picked', reason: 'out_of_date' },
    { type: 'comment.changed', text: 'It is 30 days now.' },
    { type: 'explanation.submitted' },
    { type: 'explanation.closed' },
  ],
  answers: () => ({ saveFeedback: [undefined, new Error('offline')] }),
  key: ({ context: { saved, wanted, reason, comment, error } }) => [
    saved?.rating,
    saved?.reason,
    saved?.comment,
    wanted?.rating,
    reason,
    comment,
    error !== null,
  ],
}
