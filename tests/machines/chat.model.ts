import type { answerFeedbackMachine } from '../../src/machines/conversations/answer-feedback.machine.ts'
import type { chatMachine } from '../../src/machines/conversations/chat/chat.machine.ts'
import type { conversationTagsMachine } from '../../src/machines/conversations/conversation-tags.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { failuresOf } from './refusals.ts'
import { conversation } from './samples.ts'

export const chatModel: Model<typeof chatMachine> = {
  events: () => [
    { type: 'conversation.shown', assistantId: 'a1', conversationId: null },
    { type: 'conversation.shown', assistantId: 'a2', conversationId: 'c2' },
    { type: 'conversation.begun', assistantId: 'a1', conversationId: 'c1' },
    { type: 'conversation.deleted', id: 'c1' },
    { type: 'answer.rated', messageId: 'm1', feedback: null },
    { type: 'conversation.changed', conversation },
    { type: 'chat.left' },
  ],
  key: ({ context: { shown, open } }) => [shown, Object.keys(open)],
  snapshots: { conversation: { context: { messages: [], pending: null, edited: null, draft: '' } } },
}

export const conversationTagsModel: Model<typeof conversationTagsMachine> = {
  input: { id: 'c1', tags: ['boots'] },
  events: () => [
    { type: 'draft.changed', draft: ' laces ' },
    { type: 'draft.changed', draft: 'boots' },
    { type: 'tag.added' },
    { type: 'tag.removed', tag: 'boots' },
    { type: 'tags.read', tags: ['laces'] },
  ],
  answers: ({ context }) => ({
    saveTags: [context.wanted, ...failuresOf('PATCH /api/v1/conversations/:id')],
  }),
  unhandled: [never(['tag.removed'], ['saving'], 'The buttons that remove are disabled.')],
  key: ({ context }) => [context.tags, context.wanted, context.draft, context.error],
}

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
      'The same explanation is being saved; what was typed since stays on the screen.',
    ),
    harmless(
      ['explanation.closed'],
      ['savingExplanation'],
      'It closes by itself when all of it is saved, and stays when it could not be.',
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
