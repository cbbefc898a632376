import { type ActorRefFrom, assign, fromCallback, sendTo, setup } from 'xstate'
import { t } from '../../texts/t.ts'
import { failureOf } from '../failure.ts'
import { notProvided } from '../not-provided.ts'
import type { Pages, PagesQuery } from './pages.types.ts'

interface PagesContext extends Pages {
  readonly query: PagesQuery
  readonly error: string | null
}

/** What the cache reports; `pages.awaited` when there is nothing yet, or nothing any more. */
export type PagesEvent =
  | { type: 'pages.awaited' }
  | ({ type: 'pages.arrived' } & Pages)
  | { type: 'pages.failed'; error: unknown }
  /** The last line that is known came into view. */
  | { type: 'end.reached' }
  | { type: 'retry.requested' }

/** A long list, read page by page. */
export const pagesMachine = setup({
  types: {} as {
    context: PagesContext
    events: PagesEvent
    input: PagesQuery
    tags: 'loading' | 'failed' | 'empty' | 'ready'
    children: { pages: 'pages' }
  },
  actors: {
    pages: fromCallback<{ type: 'refetch' } | { type: 'fetchMore' }, PagesQuery>(notProvided('pages')),
  },
  guards: {
    isEmpty: (_, { items }: Pages) => items.length === 0,
    hasItems: ({ context }) => context.items.length > 0,
    hasMore: ({ context }) => context.hasMore,
  },
  actions: {
    takePages: assign((_, { items, total, hasMore }: Pages) => ({ items, total, hasMore, error: null })),
    forgetPages: assign({ items: [], total: 0, hasMore: false, error: null }),
    rememberError: assign({
      error: (_, { error }: { error: unknown }) =>
        failureOf(error, t('This could not be loaded. Check your connection and try again.')).message,
    }),
    forgetError: assign({ error: null }),
    refetch: sendTo('pages', { type: 'refetch' }),
    fetchMore: sendTo('pages', { type: 'fetchMore' }),
  },
}).createMachine({
  id: 'pages',
  description: 'A long list, read page by page.',
  context: ({ input }) => ({ query: input, items: [], total: 0, hasMore: false, error: null }),
  invoke: { id: 'pages', src: 'pages', input: ({ context }) => context.query },
  initial: 'loading',
  on: {
    'pages.arrived': [
      {
        guard: { type: 'isEmpty', params: ({ event }) => event },
        target: '.empty',
        actions: { type: 'takePages', params: ({ event }) => event },
      },
      { target: '.ready', actions: { type: 'takePages', params: ({ event }) => event } },
    ],
    'pages.awaited': { target: '.loading', actions: 'forgetPages' },
    'pages.failed': [
      {
        guard: 'hasItems',
        target: '.ready.broken',
        actions: { type: 'rememberError', params: ({ event }) => event },
      },
      { target: '.failed', actions: { type: 'rememberError', params: ({ event }) => event } },
    ],
  },
  states: {
    loading: { description: 'A skeleton of the real shape.', tags: 'loading' },
    failed: {
      description: 'What happened, and Try Again.',
      tags: 'failed',
      on: { 'retry.requested': { target: 'loading', actions: ['forgetError', 'refetch'] } },
    },
    empty: { description: 'Nothing, or nothing that the filter lets through.', tags: 'empty' },
    ready: {
      description: 'What is known of it.',
      tags: 'ready',
      initial: 'resting',
      states: {
        resting: {
          description: 'More are read when the end of the list comes into view.',
          on: { 'end.reached': { guard: 'hasMore', target: 'loadingMore' } },
        },
        loadingMore: { description: 'The next page is read.', entry: 'fetchMore' },
        broken: {
          description: 'What is known stays; what was to follow can be asked for again.',
          on: { 'retry.requested': { target: 'loadingMore', actions: 'forgetError' } },
        },
      },
    },
  },
})

export type PagesRef = ActorRefFrom<typeof pagesMachine>
