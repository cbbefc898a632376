import type { visitsMachine } from '../../src/machines/visits/visits.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { refused, unanswered } from './form.model.ts'
import { conversation } from './samples.ts'

export const visitsModel: Model<typeof visitsMachine> = {
  events: () => [
    { type: 'visits.opened' },
    { type: 'visits.closed' },
    { type: 'retry.requested' },
    { type: 'removal.asked', id: conversation.id },
    { type: 'removal.given' },
    { type: 'removal.refused' },
  ],
  answers: () => ({
    loadConversations: [[conversation], [], unanswered],
    removeConversation: [undefined, refused],
  }),
  key: ({ context }) => [context.conversations.length, context.doomed, context.error],
}
