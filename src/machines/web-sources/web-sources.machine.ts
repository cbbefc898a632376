import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { SourceRefresh } from '../../services/contract/sources.ts'
import { failureOf } from '../failure.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import { showToast } from '../system.ts'

/** One thing that is done to a source. */
export type SourceChange =
  | { readonly id: string; readonly action: 'read' | 'cancel' }
  | { readonly id: string; readonly action: 'refresh'; readonly refresh: SourceRefresh }

interface WebSourcesContext {
  readonly change: SourceChange | null
}

/** The sources of a knowledge base on the web: read again, cancelled, and read as often as somebody wants. */
export const webSourcesMachine = setup({
  types: {} as {
    context: WebSourcesContext
    events: { type: 'change.requested'; change: SourceChange }
    tags: 'busy'
    children: { applyChange: 'applyChange' }
  },
  actors: { applyChange: fromPromise<void, SourceChange>(notProvided('applyChange')) },
  actions: {
    showToast,
    refreshSources: actionNotProvided('refreshSources'),
    remember: assign({ change: (_, { change }: { change: SourceChange }) => change }),
    forget: assign({ change: null }),
  },
}).createMachine({
  id: 'webSources',
  description: 'The sources of a knowledge base on the web.',
  context: { change: null },
  initial: 'idle',
  states: {
    idle: {
      description: 'A source can be read again, cancelled, and given another rhythm.',
      on: {
        'change.requested': {
          target: 'changing',
          actions: { type: 'remember', params: ({ event }) => event },
        },
      },
    },
    changing: {
      description: 'The server is asked.',
      tags: 'busy',
      invoke: {
        id: 'applyChange',
        src: 'applyChange',
        input: ({ context }) => context.change!,
        onDone: { target: 'idle', actions: ['refreshSources', 'forget'] },
        onError: {
          target: 'idle',
          actions: [
            'refreshSources',
            'forget',
            {
              type: 'showToast',
              params: ({ event }) => ({
                type: 'error',
                message: failureOf(event.error, 'That could not be done. Please try again.').message,
              }),
            },
          ],
        },
      },
    },
  },
})

export type WebSourcesRef = ActorRefFrom<typeof webSourcesMachine>
