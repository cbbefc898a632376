import type { conversationMachine } from '../../src/machines/conversation/conversation.machine.ts'
import type { Message } from '../../src/services/contract/conversations.ts'
import type { Model } from '../harness/model/model.ts'
import { citation, conversation, message } from './samples.ts'

const question = (id: string) => message(id, { role: 'user', content: 'How long?', status: 'complete' })
const detail = (last: Partial<Message>) => ({
  conversation,
  messages: [question('q1'), message('a1', last)],
})
const failure = { detail: 'The model did not answer.', code: 'model_stalled' }

export const ASKED = { conversation, question: question('q2'), answer: message('a2') }

export const conversationModel: Model<typeof conversationMachine> = {
  input: { integrationId: 'i1', config: 'draft', conversationId: null },
  events: ({ context }) => {
    const last = context.messages.at(-1)
    const messageId = last?.id ?? 'a2'
    const index = last?.content.length ?? 0
    return [
      { type: 'draft.changed', text: 'How long do I have?' },
      { type: 'draft.changed', text: '  ' },
      { type: 'question.submitted' },
      { type: 'stop.requested' },
      { type: 'retry.requested' },
      { type: 'conversation.restarted' },
      { type: 'question.edited' },
      { type: 'editing.canceled' },
      { type: 'answer.rated', messageId, feedback: { rating: 'up', reason: null, comment: '' } },
      { type: 'conversation.opened', id: 'c1' },
      { type: 'conversation.opened', id: 'c2' },
      { type: 'conversation.changed', conversation: { ...conversation, title: 'Returns' } },
      { type: 'conversation.changed', conversation: { ...conversation, id: 'c2' } },
      { type: 'conversation.deleted', id: 'c1' },
      { type: 'conversation.deleted', id: 'c2' },
      { type: 'live.opened' },
      { type: 'live.token', messageId, index, text: 'Thirty' },
      ...(context.early.length === 0
        ? [{ type: 'live.token', messageId, index: index + 9, text: 'days' }]
        : []),
      { type: 'live.token', messageId: 'another', index: 0, text: 'x' },
      { type: 'live.citations', messageId, citations: [citation(1)] },
      { type: 'live.citations', messageId: 'another', citations: [citation(2)] },
      {
        type: 'live.completed',
        message: message(messageId, { content: 'Thirty days.', status: 'complete' }),
      },
      { type: 'live.completed', message: message(messageId, { content: 'Thir', status: 'stopped' }) },
      { type: 'live.completed', message: message('another', { status: 'complete' }) },
      { type: 'live.failed', messageId, error: failure },
      { type: 'live.failed', messageId: 'another', error: failure },
    ]
  },
  answers: ({ context }) => {
    const { id = 'a1', content = '' } = context.messages.at(-1) ?? {}
    return {
      loadConversation: [
        null,
        detail({ content: 'Thirty days.', status: 'complete' }),
        detail({ content: 'Thir', status: 'streaming' }),
        detail({ content: 'Thir', status: 'stopped' }),
        detail({ content: 'Thir', status: 'failed', error: failure }),
        new Error('offline'),
      ],
      ask: [ASKED, new Error('offline')],
      loadMessage: [
        message(id, { content, status: 'streaming' }),
        message(id, { content: 'Thirty days.', status: 'complete' }),
        message(id, { content, status: 'stopped' }),
        new Error('offline'),
      ],
      stop: [message(id, { content, status: 'stopped' }), new Error('offline')],
      retry: [message(id), new Error('offline')],
    }
  },
  key: ({ context: { messages, draft, early, heardEnd, wanted, conversation, edited } }) => [
    edited !== null,
    wanted,
    conversation?.id,
    messages.at(-1)?.status,
    messages.at(-1)?.content !== '',
    draft.trim() !== '',
    early.length > 0,
    heardEnd,
  ],
  sentBy: Object.fromEntries(
    ['live.opened', 'live.token', 'live.citations', 'live.completed', 'live.failed'].map((type) => [
      type,
      'live',
    ]),
  ),
}
