import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { errorOf, failsTo, remembersError } from '../../shared/failed-call.ts'
import {
  conversationSetup,
  emptyConversation,
  lastOf,
  losesAnswer,
  losesConversation,
  readsAgain,
  receivesTokens,
  takesAsked,
} from './conversation.setup.ts'

/** One conversation with an assistant. It continues while its screen is closed. */
export const conversationMachine = conversationSetup.createMachine({
  id: 'conversation',
  description: 'One conversation with an assistant.',
  context: ({ input }) => ({
    ...emptyConversation,
    integrationId: input.integrationId,
    config: input.config,
    wanted: input.conversationId,
    draft: '',
  }),
  invoke: {
    id: 'live',
    src: 'live',
    input: ({ context: { integrationId, config, wanted } }) => ({
      integrationId,
      config,
      conversationId: wanted,
    }),
  },
  initial: 'loading',
  on: {
    'answer.rated': { actions: { type: 'takeFeedback', params: ({ event }) => event } },
    'conversation.changed': {
      guard: { type: 'isShown', params: ({ event }) => event.conversation },
      actions: { type: 'takeConversation', params: ({ event }) => event },
    },
    'draft.changed': { actions: [{ type: 'changeDraft', params: ({ event }) => event }, 'keepDraft'] },
    'conversation.opened': {
      guard: { type: 'isOther', params: ({ event }) => event },
      target: '.loading',
      reenter: true,
      actions: { type: 'want', params: ({ event }) => event },
    },
    'conversation.deleted': {
      guard: { type: 'isShown', params: ({ event }) => event },
      target: '.resting',
      actions: 'startAnew',
    },
  },
  states: {
    loading: {
      description: 'The requested conversation is loaded, or the latest one with this assistant.',
      tags: 'loading',
      invoke: {
        id: 'loadConversation',
        src: 'loadConversation',
        input: ({ context: { integrationId, config, wanted } }) => ({ integrationId, config, id: wanted }),
        onDone: {
          target: 'deciding',
          actions: { type: 'takeDetail', params: ({ event }) => ({ detail: event.output }) },
        },
        onError: failsTo('unreachable', {
          type: 'rememberError',
          params: ({ event }: { event: { error: unknown } }) => ({ error: event.error, asked: false }),
        }),
      },
    },
    unreachable: {
      description:
        'The conversation could not be loaded. It is loaded again on Try Again or when the connection is back.',
      tags: 'failed',
      on: {
        'retry.requested': { target: 'loading', actions: 'forgetError' },
        'live.opened': { target: 'loading', actions: 'forgetError' },
      },
    },
    refused: {
      description:
        'The conversation was deleted, or the person may not read it. A new one is offered instead of Try Again.',
      tags: 'failed',
      entry: 'keepForNew',
      on: { 'conversation.restarted': { target: 'resting', actions: 'startAnew' } },
    },
    deciding: {
      description: 'The state of the last answer decides what can be done.',
      always: [
        { guard: 'isStreaming', target: 'streaming.catchingUp' },
        { guard: 'isStopped', target: 'resting.stopped' },
        { guard: 'isFailed', target: 'resting.failed' },
        { target: 'resting.idle' },
      ],
    },
    resting: {
      description: 'A question can be asked.',
      tags: 'settled',
      initial: 'idle',
      on: {
        'question.submitted': { guard: 'hasText', target: 'sending', actions: ['sendDraft', 'keepDraft'] },
        'conversation.restarted': { target: '.idle', actions: 'startAnew' },
        'question.edited': { guard: 'mayEdit', actions: 'editQuestion' },
        'editing.canceled': { guard: 'isEditing', actions: ['cancelEditing', 'keepDraft'] },
      },
      states: {
        idle: {
          description: 'The last answer is complete, or nothing was asked yet.',
          on: {
            'retry.requested': { guard: 'mayRetry', target: '#conversation.retrying' },
            'wait.requested': { guard: 'mayWait', target: '#conversation.retrying' },
          },
        },
        unsent: {
          description:
            'The question did not reach the server, or has lost its conversation, and is back in the composer.',
          on: {
            'retry.requested': {
              guard: 'hasText',
              target: '#conversation.sending',
              actions: ['sendDraft', 'keepDraft'],
            },
          },
        },
        stopped: {
          description: 'The person stopped the answer. The received part is kept.',
          on: { 'retry.requested': { guard: 'mayRetry', target: '#conversation.retrying' } },
        },
        failed: {
          description: 'The answer broke off. The received part and the reason are shown.',
          on: { 'retry.requested': { guard: 'mayRetry', target: '#conversation.retrying' } },
        },
      },
    },
    sending: {
      description: 'The question is sent to the server.',
      tags: 'busy',
      on: {
        'live.token': { actions: { type: 'keepEarly', params: ({ event }) => event } },
        'live.completed': { actions: 'noteEnd' },
        'live.failed': { actions: 'noteEnd' },
      },
      invoke: {
        id: 'ask',
        src: 'ask',
        input: ({ context }) => ({
          integrationId: context.integrationId,
          config: context.config,
          conversationId: context.conversation?.id ?? null,
          content: context.pending!,
          replaces: context.edited?.messageId ?? null,
        }),
        onDone: [
          {
            guard: 'hasHeardEarly',
            target: 'streaming.catchingUp',
            actions: [...takesAsked],
          },
          { target: 'streaming', actions: [...takesAsked] },
        ],
        onError: [
          losesConversation,
          readsAgain,
          {
            guard: { type: 'isNotFound', params: errorOf },
            target: 'refused',
            actions: 'giveQuestionBack',
          },
          { target: 'resting.unsent', actions: ['putDraftBack', 'keepDraft', remembersError] },
        ],
      },
    },
    streaming: {
      description: 'The answer arrives token by token.',
      tags: ['busy', 'streaming'],
      entry: 'refreshHistory',
      exit: 'refreshHistory',
      initial: 'following',
      on: {
        'live.completed': {
          guard: { type: 'isCurrent', params: ({ event }) => ({ messageId: event.message.id }) },
          target: 'deciding',
          actions: { type: 'takeMessage', params: ({ event }) => event },
        },
        'live.failed': {
          guard: { type: 'isCurrent', params: ({ event }) => event },
          target: 'resting.failed',
          actions: { type: 'takeFailure', params: ({ event }) => event },
        },
        'live.citations': {
          guard: { type: 'isCurrent', params: ({ event }) => event },
          actions: { type: 'takeCitations', params: ({ event }) => event },
        },
        'stop.requested': 'stopping',
      },
      states: {
        following: {
          description: 'Tokens are appended. Repeated ones are ignored; a gap is detected.',
          ...receivesTokens,
        },
        catchingUp: {
          description: 'Tokens were missed, so the answer so far is loaded from the server.',
          on: {
            'live.token': { actions: { type: 'keepEarly', params: ({ event }) => event } },
            // The response may be older than the new connection.
            'live.opened': { target: 'catchingUp', reenter: true },
          },
          invoke: {
            id: 'loadMessage',
            src: 'loadMessage',
            input: ({ context }) => ({ messageId: lastOf(context)!.id }),
            onDone: {
              target: 'caughtUp',
              actions: { type: 'takeMessage', params: ({ event }) => ({ message: event.output }) },
            },
            onError: [losesConversation, losesAnswer, { target: 'interrupted' }],
          },
        },
        awaiting: {
          description: 'The answer waits until the documents are indexed. The progress is loaded regularly.',
          ...receivesTokens,
        },
        interrupted: {
          description:
            'The missed tokens could not be loaded. The page says so, and another attempt follows soon.',
          tags: 'interrupted',
          after: { silence: 'catchingUp' },
          on: {
            'live.token': [
              {
                guard: { type: 'isNext', params: ({ event }) => event },
                target: 'following',
                actions: { type: 'appendToken', params: ({ event }) => event },
              },
              { actions: { type: 'keepEarly', params: ({ event }) => event } },
            ],
            'live.opened': 'catchingUp',
            'retry.requested': 'catchingUp',
          },
        },
        caughtUp: {
          description: 'The loaded answer decides whether more tokens will follow.',
          always: [
            { guard: 'isAwaitingDocuments', target: 'awaiting' },
            { guard: 'isStreaming', target: 'following' },
            { target: '#conversation.deciding' },
          ],
        },
      },
    },
    stopping: {
      description: 'The server is asked to stop.',
      tags: 'busy',
      invoke: {
        id: 'stop',
        src: 'stop',
        input: ({ context }) => ({ messageId: lastOf(context)!.id }),
        onDone: {
          target: 'deciding',
          actions: [
            { type: 'takeMessage', params: ({ event }) => ({ message: event.output }) },
            'refreshHistory',
          ],
        },
        onError: 'streaming.catchingUp',
      },
    },
    retrying: {
      description: 'The last question is asked again: immediately, or once the documents are indexed.',
      tags: 'busy',
      on: { 'live.token': { actions: { type: 'keepEarly', params: ({ event }) => event } } },
      invoke: {
        id: 'retry',
        src: 'retry',
        input: ({ context, event }) => ({
          messageId: lastOf(context)!.id,
          waits: event.type === 'wait.requested',
        }),
        onDone: {
          target: 'deciding',
          actions: [
            'forgetError',
            { type: 'takeMessage', params: ({ event }) => ({ message: event.output }) },
          ],
        },
        onError: [
          losesConversation,
          losesAnswer,
          readsAgain,
          { target: 'deciding', actions: remembersError },
        ],
      },
    },
  },
})

export type ConversationRef = ActorRefFrom<typeof conversationMachine>
export type ConversationSnapshot = SnapshotFrom<typeof conversationMachine>
