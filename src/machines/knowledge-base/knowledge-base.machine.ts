import { type ActorRefFrom, assign, fromCallback, fromPromise, setup } from 'xstate'
import type { Document } from '../../services/contract/documents.ts'
import type { KnowledgeBaseMessage } from '../../services/contract/sockets.ts'
import type { Heard } from '../connections/connections.types.ts'
import { failureOf } from '../failure.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import { showToast } from '../system.ts'

interface KnowledgeBaseContext {
  readonly organizationId: string
  readonly knowledgeBaseId: string
  readonly retriedId: string | null
}

export type KnowledgeBaseEvent =
  | { type: 'document.retried'; id: string }
  | { type: 'live.opened' }
  | { type: 'live.lost' }

/** A knowledge base while it is looked at: ingestion arrives live, a failed document can be tried again. */
export const knowledgeBaseMachine = setup({
  types: {} as {
    context: KnowledgeBaseContext
    events: KnowledgeBaseEvent
    input: { organizationId: string; knowledgeBaseId: string }
    children: { live: 'live'; retryDocument: 'retryDocument' }
  },
  actors: {
    live: fromCallback<Heard<KnowledgeBaseMessage>, { organizationId: string; knowledgeBaseId: string }>(
      notProvided('live'),
    ),
    retryDocument: fromPromise<Document, { id: string }>(notProvided('retryDocument')),
  },
  actions: {
    showToast,
    refetchDocuments: actionNotProvided('refetchDocuments'),
    rememberRetried: assign({ retriedId: (_, { id }: { id: string }) => id }),
    forgetRetried: assign({ retriedId: null }),
  },
}).createMachine({
  id: 'knowledgeBase',
  description: 'A knowledge base while it is looked at.',
  type: 'parallel',
  context: ({ input }) => ({ ...input, retriedId: null }),
  states: {
    progress: {
      initial: 'connecting',
      invoke: { id: 'live', src: 'live', input: ({ context }) => context },
      states: {
        connecting: {
          description: 'The states shown may be old.',
          on: { 'live.opened': { target: 'live', actions: 'refetchDocuments' } },
        },
        live: {
          description: 'Each stage of the ingestion arrives as it happens.',
          on: { 'live.lost': 'connecting' },
        },
      },
    },
    retry: {
      initial: 'idle',
      states: {
        idle: {
          description: 'Failed documents offer Try Again.',
          on: {
            'document.retried': {
              target: 'retrying',
              actions: { type: 'rememberRetried', params: ({ event }) => event },
            },
          },
        },
        retrying: {
          description: 'The document is queued again.',
          invoke: {
            id: 'retryDocument',
            src: 'retryDocument',
            input: ({ context }) => ({ id: context.retriedId! }),
            onDone: { target: 'idle', actions: ['forgetRetried', 'refetchDocuments'] },
            onError: {
              target: 'idle',
              actions: [
                'forgetRetried',
                {
                  type: 'showToast',
                  params: ({ event }) => ({
                    type: 'error',
                    message: failureOf(event.error, 'The document could not be queued again.').message,
                  }),
                },
              ],
            },
          },
        },
      },
    },
  },
})

export type KnowledgeBaseRef = ActorRefFrom<typeof knowledgeBaseMachine>
