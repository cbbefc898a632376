import type { chatMachine } from '../../src/machines/conversations/chat/chat.machine.ts'
import type { Model } from '../harness/model/model.ts'
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
  snapshots: { conversation: { context: { messages: [], pending: null, draft: '' } } },
}
