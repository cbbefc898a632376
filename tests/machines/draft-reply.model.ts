import type { draftReplyMachine } from '../../src/machines/visitors/draft-reply.machine.ts'
import { labelled } from '../harness/model/labels.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { listener } from '../harness/system.ts'
import { failuresOf } from './refusals.ts'
import { citation, message } from './samples.ts'

export const DRAFT = message('a1', {
  content: 'You may return them within 30 days [1].',
  status: 'complete',
  answered: true,
  citations: [citation(1)],
})

export const draftReplyModel: Model<typeof draftReplyMachine> = {
  input: { conversationId: 'c1', inbox: listener(undefined, 'inbox') },
  events: () => [
    { type: 'draft.requested' },
    { type: 'draft.cancelled' },
    { type: 'draft.undone' },
    { type: 'draft.submitted' },
    { type: 'draft.sent' },
    { type: 'text.replaced', draft: { kind: 'reply', content: 'Dear Grace,' } },
    { type: 'text.returned', draft: { kind: 'reply', content: 'It left our workshop.' } },
    { type: 'text.changed', text: '' },
    { type: 'text.changed', text: 'Dear Grace, you may return' },
  ],
  answers: () => ({
    draft: [
      labelled('It is drafted', DRAFT),
      labelled('Nothing is found', { ...DRAFT, answered: false }),
      ...failuresOf('POST /api/v1/conversations/:id/handover/draft'),
    ],
  }),
  unhandled: [
    never(['draft.requested'], ['drafting'], 'Stop is in the place of the button.'),
    never(['draft.cancelled'], ['idle', 'drafted'], 'Stop is shown while it is drafted.'),
    harmless(['text.replaced'], ['idle', 'drafting'], 'It was undone: the draft itself was replaced.'),
    harmless(
      ['draft.submitted', 'draft.sent', 'text.changed', 'text.returned'],
      ['idle', 'drafting'],
      'There is no draft in the composer.',
    ),
    harmless(['draft.sent'], ['drafted.written'], 'That text was submitted before the draft came.'),
    harmless(
      ['draft.submitted', 'text.returned'],
      ['drafted.submitted'],
      'It was submitted before, and did not arrive.',
    ),
    never(['draft.undone'], ['idle', 'drafting'], 'Undo is shown beside the sources of a draft.'),
  ],
  key: ({ context }) => [context.draft !== null, context.error],
}
