import type { visitorConversationsMachine } from '../../src/machines/visitors/visitor-conversations.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { failuresOf } from './refusals.ts'
import { conversation } from './samples.ts'

export const visitorConversationsModel: Model<typeof visitorConversationsMachine> = {
  events: () => [
    { type: 'list.opened' },
    { type: 'list.closed' },
    { type: 'retry.requested' },
    { type: 'removal.asked', id: conversation.id },
    { type: 'removal.asked', id: 'c2' },
    { type: 'removal.given' },
    { type: 'removal.refused' },
  ],
  answers: () => ({
    loadConversations: [[conversation], [], ...failuresOf('GET /api/v1/share/:id/conversations')],
    removeConversation: [undefined, ...failuresOf('DELETE /api/v1/share/:id/conversations/:part')],
  }),
  unhandled: [
    never(['list.opened'], ['open'], 'The dialog lies over the button that opens it.'),
    harmless(['list.closed'], ['closed'], 'It is closed already.'),
    never(
      ['retry.requested'],
      ['closed', 'open.loading', 'open.listed', 'open.confirming', 'open.removing'],
      'Try Again is shown where reading failed.',
    ),
    harmless(
      ['removal.asked', 'removal.given', 'removal.refused'],
      ['closed'],
      'A dialog that fades out asks nothing any more; what was asked is forgotten.',
    ),
    never(
      ['removal.given', 'removal.refused'],
      ['open.loading', 'open.failed', 'open.listed'],
      'The question is not on the screen.',
    ),
    never(
      ['removal.given', 'removal.refused'],
      ['open.removing'],
      'Every button of the list is disabled until the conversation is deleted.',
    ),
  ],
  key: ({ context }) => [context.conversations.length, context.selectedId, context.error],
}
