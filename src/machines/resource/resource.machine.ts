import { type ActorRefFrom, assign, fromCallback, sendTo, setup } from 'xstate'
import { t } from '../../texts/t.ts'
import { failureOf } from '../failure.ts'
import { notProvided } from '../not-provided.ts'
import type { ResourceQuery } from './resource.types.ts'

interface ResourceContext {
  readonly query: ResourceQuery
  readonly data: unknown
  readonly error: string | null
}

/** What the cache reports; `data.awaited` when there is nothing yet, or nothing any more. */
export type ResourceEvent =
  | { type: 'data.awaited' }
  | { type: 'data.arrived'; data: unknown }
  | { type: 'data.failed'; error: unknown }
  | { type: 'retry.requested' }

/** One list or record read from the server. Every screen that shows one has the same four states. */
export const resourceMachine = setup({
  types: {} as {
    context: ResourceContext
    events: ResourceEvent
    input: ResourceQuery
    tags: 'loading' | 'failed' | 'missing' | 'empty' | 'ready'
    children: { query: 'query' }
  },
  actors: { query: fromCallback<{ type: 'refetch' }, ResourceQuery>(notProvided('query')) },
  guards: {
    isEmpty: (_, { data }: { data: unknown }) => Array.isArray(data) && data.length === 0,
    hasData: ({ context }) => context.data !== undefined,
    isMissing: (_, { error }: { error: unknown }) => (error as { status?: unknown } | null)?.status === 404,
  },
  actions: {
    keepData: assign({ data: (_, { data }: { data: unknown }) => data, error: null }),
    forgetData: assign({ data: undefined, error: null }),
    keepError: assign({
      error: (_, { error }: { error: unknown }) =>
        failureOf(error, t('This could not be loaded. Check your connection and try again.')).message,
    }),
    refetch: sendTo('query', { type: 'refetch' }),
  },
}).createMachine({
  id: 'resource',
  description: 'One list or record read from the server.',
  context: ({ input }) => ({ query: input, data: undefined, error: null }),
  invoke: { id: 'query', src: 'query', input: ({ context }) => context.query },
  initial: 'loading',
  on: {
    'data.arrived': [
      {
        guard: { type: 'isEmpty', params: ({ event }) => event },
        target: '.empty',
        actions: { type: 'keepData', params: ({ event }) => event },
      },
      { target: '.ready', actions: { type: 'keepData', params: ({ event }) => event } },
    ],
    'data.awaited': { target: '.loading', actions: 'forgetData' },
    'data.failed': [
      {
        guard: { type: 'isMissing', params: ({ event }) => event },
        target: '.missing',
        actions: 'forgetData',
      },
      {
        guard: 'hasData',
        actions: { type: 'keepError', params: ({ event }) => event },
      },
      { target: '.failed', actions: { type: 'keepError', params: ({ event }) => event } },
    ],
  },
  states: {
    loading: { description: 'A skeleton of the real shape.', tags: 'loading' },
    failed: {
      description: 'What happened, and Try Again.',
      tags: 'failed',
      on: { 'retry.requested': { target: 'loading', actions: 'refetch' } },
    },
    missing: { description: 'Page Not Found: it was deleted, or belongs to others.', tags: 'missing' },
    empty: { description: 'What will be here, and the one next step.', tags: 'empty' },
    ready: { description: 'The content; a failed reload keeps what is shown.', tags: 'ready' },
  },
})

export type ResourceRef = ActorRefFrom<typeof resourceMachine>
