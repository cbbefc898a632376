import type { conversationMachine } from '../../src/machines/conversations/conversation/conversation.machine.ts'
import type { Message } from '../../src/services/contract/conversations.ts'
import { labelled } from '../harness/model/labels.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { failuresOf } from './refusals.ts'
import { citation, conversation, message } from './samples.ts'

const question = (id: string) => message(id, { role: 'user', content: 'How long?', status: 'complete' })
const detail = (last: Partial<Message>) => ({
  conversation,
  messages: [question('q1'), message('a1', last)],
  may_change: true,
})
const failure = { detail: 'The model did not answer.', code: 'model_stalled' }

const GONE = labelled(
  'A visitor’s conversation was deleted',
  Object.assign(new Error('gone'), {
    status: 404,
    code: 'unknown_conversation',
    detail: 'This conversation no longer exists.',
  }),
)

const ANSWERING = labelled(
  'Another tab has asked, and its answer is being written',
  Object.assign(new Error('busy'), { status: 409, code: 'still_answering', detail: 'Wait for the answer.' }),
)

const UNREAD = { ready: 0, total: 1 }

export const ASKED = { conversation, question: question('q2'), answer: message('a2') }

export const conversationModel: Model<typeof conversationMachine> = {
  input: { integrationId: 'i1', config: 'draft', conversationId: null },
  events: ({ context }) => {
    const last = context.messages.at(-1)
    const messageId = last?.id ?? 'a2'
    const index = last?.content.length ?? 0
    return [
      labelled('A question is typed', { type: 'draft.changed', text: 'How long do I have?' }),
      labelled('Nothing but spaces is typed', { type: 'draft.changed', text: '  ' }),
      labelled('The question is asked', { type: 'question.submitted' }),
      labelled('The person stops the answer', { type: 'stop.requested' }),
      labelled('The person wants the answer anew', { type: 'retry.requested' }),
      labelled('The person waits for the documents', { type: 'wait.requested' }),
      labelled('A new conversation is begun', { type: 'conversation.restarted' }),
      labelled('The last question is to be changed', { type: 'question.edited' }),
      labelled('It is left as it was', { type: 'editing.canceled' }),
      { type: 'answer.rated', messageId, feedback: { rating: 'up', reason: null, comment: '' } },
      labelled('This conversation is opened', { type: 'conversation.opened', id: 'c1' }),
      labelled('Another conversation is opened', { type: 'conversation.opened', id: 'c2' }),
      { type: 'conversation.changed', conversation: { ...conversation, title: 'Returns' } },
      { type: 'conversation.changed', conversation: { ...conversation, id: 'c2' } },
      labelled('This conversation was deleted', { type: 'conversation.deleted', id: 'c1' }),
      labelled('Another conversation was deleted', { type: 'conversation.deleted', id: 'c2' }),
      labelled('The connection is there again', { type: 'live.opened' }),
      labelled('The next words arrive', { type: 'live.token', messageId, index, text: 'Thirty' }),
      ...(context.early.length === 0
        ? [
            labelled('Later words arrive: some were missed', {
              type: 'live.token',
              messageId,
              index: index + 9,
              text: 'days',
            }),
          ]
        : []),
      labelled('Words of another answer arrive', {
        type: 'live.token',
        messageId: 'another',
        index: 0,
        text: 'x',
      }),
      labelled('The sources arrive', { type: 'live.citations', messageId, citations: [citation(1)] }),
      { type: 'live.citations', messageId: 'another', citations: [citation(2)] },
      labelled('The answer is complete', {
        type: 'live.completed',
        message: message(messageId, { content: 'Thirty days.', status: 'complete' }),
      }),
      labelled('The answer is stopped', {
        type: 'live.completed',
        message: message(messageId, { content: 'Thir', status: 'stopped' }),
      }),
      labelled('Another answer is complete', {
        type: 'live.completed',
        message: message('another', { status: 'complete' }),
      }),
      labelled('The answer breaks off', { type: 'live.failed', messageId, error: failure }),
      { type: 'live.failed', messageId: 'another', error: failure },
    ]
  },
  answers: ({ context }) => {
    const { id = 'a1', content = '' } = context.messages.at(-1) ?? {}
    return {
      loadConversation: [
        null,
        labelled('It is answered', detail({ content: 'Thirty days.', status: 'complete' })),
        labelled(
          'Nothing was found, and documents are still being read',
          detail({ content: 'Not found.', status: 'complete', answered: false, readiness: UNREAD }),
        ),
        labelled('The answer is being written', detail({ content: 'Thir', status: 'streaming' })),
        labelled('The answer was stopped', detail({ content: 'Thir', status: 'stopped' })),
        labelled('The answer has failed', detail({ content: 'Thir', status: 'failed', error: failure })),
        ...(['complete', 'stopped', 'failed'] as const).map((status) =>
          labelled(`It may only be read; the answer is ${status}`, {
            ...detail({ content: 'Thir', status }),
            may_change: false,
          }),
        ),
        ...failuresOf('GET /api/v1/conversations/:id'),
      ],
      ask: [ASKED, GONE, ANSWERING, ...failuresOf('POST /api/v1/integrations/:id/messages')],
      loadMessage: [
        labelled('It is being written', message(id, { content, status: 'streaming' })),
        labelled('The documents are still being read', message(id, { readiness: UNREAD })),
        labelled('It is complete', message(id, { content: 'Thirty days.', status: 'complete' })),
        labelled('It was stopped', message(id, { content, status: 'stopped' })),
        GONE,
        ...failuresOf('GET /api/v1/messages/:id'),
      ],
      stop: [message(id, { content, status: 'stopped' }), ...failuresOf('POST /api/v1/messages/:id/stop')],
      retry: [
        message(id),
        labelled('The answer waits for the documents', message(id, { readiness: UNREAD })),
        GONE,
        ANSWERING,
        ...failuresOf('POST /api/v1/messages/:id/retry'),
      ],
    }
  },
  unhandled: [
    never(
      ['retry.requested'],
      [
        'loading',
        'refused',
        'sending',
        'streaming.following',
        'streaming.catchingUp',
        'streaming.awaiting',
        'stopping',
        'retrying',
      ],
      'Retry is shown below an answer that ended, and where reading or sending failed; Try Again where the rest of an answer could not be read.',
    ),
    never(
      ['wait.requested'],
      [
        'loading',
        'unreachable',
        'refused',
        'sending',
        'streaming',
        'stopping',
        'retrying',
        'resting.unsent',
        'resting.stopped',
        'resting.failed',
      ],
      'The button stands below a whole answer that found nothing.',
    ),
    harmless(
      ['question.submitted'],
      ['loading', 'unreachable', 'refused', 'sending', 'streaming', 'stopping', 'retrying'],
      'The text stays in the composer, and can be sent once the button is enabled.',
    ),
    never(['question.edited'], ['refused'], 'No question is shown that could be edited.'),
    never(
      ['conversation.restarted', 'question.edited'],
      ['loading', 'unreachable', 'sending', 'streaming', 'stopping', 'retrying'],
      'The button is disabled, or not shown, where the machine does not take the event.',
    ),
    never(
      ['editing.canceled'],
      ['loading', 'unreachable', 'refused'],
      'No question is being edited while a conversation is read, or cannot be.',
    ),
    harmless(
      ['editing.canceled'],
      ['sending', 'streaming', 'stopping', 'retrying'],
      'The edited question is on its way; when it cannot be sent, it can be edited or left as it was again.',
    ),
    harmless(
      ['live.token', 'live.completed', 'live.failed', 'live.citations'],
      ['loading'],
      'The conversation is being read: an answer that is still arriving is read once more after that.',
    ),
    harmless(
      ['live.token', 'live.completed', 'live.failed', 'live.citations'],
      ['unreachable', 'refused'],
      'Nothing is shown: Try Again reads the conversation, a new one has no answer yet.',
    ),
    harmless(
      ['live.token', 'live.completed', 'live.failed', 'live.citations'],
      ['resting'],
      'The answer that is shown has ended: what comes is about another conversation, or about one that another tab asks.',
    ),
    harmless(
      ['live.citations'],
      ['sending', 'retrying'],
      'The message that is read, or that ends the answer, brings its citations.',
    ),
    harmless(
      ['live.token', 'live.completed', 'live.failed', 'live.citations'],
      ['stopping'],
      'The request to stop answers with the whole message; when it fails, the message is read.',
    ),
    harmless(
      ['live.completed', 'live.failed'],
      ['retrying'],
      'The answer is read from the server as soon as the retry is acknowledged.',
    ),
    harmless(['stop.requested'], ['stopping'], 'The same stop is under way.'),
    never(
      ['stop.requested'],
      ['loading', 'unreachable', 'refused', 'resting', 'sending', 'retrying'],
      'The button stops while an answer arrives; otherwise it sends.',
    ),
    harmless(
      ['live.opened'],
      ['loading', 'refused', 'resting'],
      'No answer is arriving that could have been missed in part.',
    ),
    harmless(
      ['live.opened'],
      ['sending', 'stopping', 'retrying'],
      'What was missed shows as a gap, or as silence, and the answer is read.',
    ),
  ],
  key: ({ context: { messages, draft, early, heardEnd, wanted, conversation, edited } }) => [
    edited !== null,
    wanted,
    conversation?.id,
    messages.at(-1)?.status,
    messages.at(-1)?.content !== '',
    messages.at(-1)?.readiness !== null,
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
