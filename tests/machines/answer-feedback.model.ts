import type { answerFeedbackMachine } from '../../src/machines/conversations/answer-feedback.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { failuresOf } from './refusals.ts'

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
  answers: () => ({ saveFeedback: [undefined, ...failuresOf('PUT /api/v1/messages/:id/feedback')] }),
  unhandled: [
    harmless(
      ['thumb.pressed'],
      ['saving', 'savingExplanation'],
      'Both thumbs are shown as disabled until the server has answered; the one that is being saved is shown pressed.',
    ),
    never(
      ['explanation.opened'],
      ['explaining', 'saving', 'savingExplanation'],
      'The button that opens the explanation is shown where the machine takes the event.',
    ),
    never(
      ['reason.picked', 'comment.changed', 'explanation.submitted', 'explanation.closed'],
      ['resting', 'saving'],
      'The explanation is not on the screen.',
    ),
    harmless(
      ['explanation.submitted'],
      ['savingExplanation'],
      'The same explanation is being saved; what was typed since stays on the screen only if that fails.',
    ),
    harmless(
      ['explanation.closed'],
      ['savingExplanation'],
      'It closes by itself when it is saved, and stays when it could not be.',
    ),
  ],
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
