import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { Conversation } from '../../services/contract/conversations.ts'
import { t } from '../../texts/t.ts'
import { failureOfCall } from '../failure.ts'
import { notProvided } from '../not-provided.ts'
import { failsTo, isRefused, remembersError } from '../shared/failed-call.ts'
import { sendToActor } from '../system.ts'

interface VisitorConversationsContext {
  readonly conversations: readonly Conversation[]
  /** The one to delete. */
  readonly selectedId: string | null
  readonly error: string | null
}

type VisitorConversationsEvent =
  | { type: 'list.opened' }
  | { type: 'list.closed' }
  | { type: 'retry.requested' }
  | { type: 'removal.asked'; id: string }
  | { type: 'removal.given' }
  | { type: 'removal.refused' }

/** A visitor's own conversations, to reopen or delete permanently. */
export const visitorConversationsMachine = setup({
  types: {} as {
    context: VisitorConversationsContext
    events: VisitorConversationsEvent
    tags: 'open' | 'busy' | 'locked'
    children: { loadConversations: 'loadConversations'; removeConversation: 'removeConversation' }
  },
  actors: {
    loadConversations: fromPromise<readonly Conversation[]>(notProvided('loadConversations')),
    removeConversation: fromPromise<void, { id: string }>(notProvided('removeConversation')),
  },
  guards: { isRefused },
  actions: {
    /** The page may show the deleted one. */
    forget: (scope, { id }: { id: string }) =>
      sendToActor(scope, 'conversation', { type: 'conversation.deleted', id }),
    takeList: assign((_, { list }: { list: readonly Conversation[] }) => ({
      conversations: list,
      error: null,
    })),
    selectForDeletion: assign((_, { id }: { id: string }) => ({ selectedId: id, error: null })),
    clearSelection: assign({ selectedId: null }),
    removeSelected: assign(({ context }) => ({
      conversations: context.conversations.filter(({ id }) => id !== context.selectedId),
      selectedId: null,
    })),
    rememberError: assign({
      error: (_, { error }: { error: unknown }) =>
        failureOfCall(error, t('The server could not be reached. Please try again.')).message,
    }),
  },
}).createMachine({
  id: 'visitorConversations',
  description: "A visitor's own conversations, to continue or delete.",
  context: { conversations: [], selectedId: null, error: null },
  initial: 'closed',
  states: {
    closed: {
      description: 'The list is not shown.',
      on: { 'list.opened': { target: 'open', actions: 'clearSelection' } },
    },
    open: {
      description: 'The list lies over the page.',
      tags: 'open',
      initial: 'loading',
      on: {
        'list.closed': 'closed',
        // Also of earlier data, while the list is reread or could not be.
        'removal.asked': {
          target: '.confirming',
          actions: { type: 'selectForDeletion', params: ({ event }) => event },
        },
      },
      states: {
        loading: {
          description: 'The list is read each time it is opened.',
          tags: 'busy',
          invoke: {
            id: 'loadConversations',
            src: 'loadConversations',
            onDone: {
              target: 'listed',
              actions: { type: 'takeList', params: ({ event }) => ({ list: event.output }) },
            },
            onError: failsTo('failed', remembersError),
          },
        },
        failed: { description: 'It could not be read; Try Again.', on: { 'retry.requested': 'loading' } },
        refused: { description: 'The server refused the list and would refuse again: no Try Again.' },
        listed: { description: 'One can be opened or deleted.' },
        confirming: {
          description: 'The person is asked before one is deleted.',
          on: {
            'removal.given': 'removing',
            'removal.refused': { target: 'listed', actions: 'clearSelection' },
          },
        },
        removing: {
          description: 'It is deleted on the server; the list stays open to show the result.',
          tags: ['busy', 'locked'],
          on: { 'list.closed': {}, 'removal.asked': {} },
          invoke: {
            id: 'removeConversation',
            src: 'removeConversation',
            input: ({ context }) => ({ id: context.selectedId! }),
            onDone: {
              target: 'listed',
              actions: [
                { type: 'forget', params: ({ context }) => ({ id: context.selectedId! }) },
                'removeSelected',
              ],
            },
            onError: { target: 'listed', actions: ['clearSelection', remembersError] },
          },
        },
      },
    },
  },
})

export type VisitorConversationsRef = ActorRefFrom<typeof visitorConversationsMachine>
