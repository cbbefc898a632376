import { type ActorRefFrom, assign, fromCallback, sendTo, setup } from 'xstate'
import { t } from '../../../texts/t.ts'
import { failureOfCall, isUnoffered, statusOf } from '../../failure.ts'
import { lookUp } from '../../look-up.ts'
import { notProvided } from '../../not-provided.ts'
import { ifRefused, isRefused } from '../../shared/failed-call.ts'
import { sendToActor } from '../../system.ts'
import { selectPath } from '../navigation/navigation.selectors.ts'
import type { PagesQuery } from './pages.types.ts'
import type { ResourceQuery } from './resource.types.ts'

type Query = ResourceQuery | PagesQuery

/** For a list that is read page by page: its total length, and whether there are further pages. */
interface Extent {
  readonly total: number
  readonly hasMore: boolean
}

interface ResourceContext extends Extent {
  readonly query: Query
  readonly data: unknown
  readonly error: string | null
}

/** Reports from the cache; `data.awaited` when there is no data yet, or no longer. */
export type ResourceEvent =
  | { type: 'data.awaited' }
  | { type: 'data.arrived'; data: unknown; extent?: Extent }
  | { type: 'data.failed'; error: unknown }
  /** The last known item became visible. */
  | { type: 'end.reached' }
  | { type: 'retry.requested' }

/** The requested organization, and the one that the data turned out to belong to, if any. */
const organizationsOf = ({ of }: Query, data: unknown) => ({
  askedIn: (of as { organizationId?: string }).organizationId,
  organizationId: (data as { organization_id?: string } | null)?.organization_id,
})

const WHOLE: Extent = { total: 0, hasMore: false }

/** One list or record read from the server, whole or page by page. Every screen that shows one has the same states. */
export const resourceMachine = setup({
  types: {} as {
    context: ResourceContext
    events: ResourceEvent
    input: Query
    tags: 'loading' | 'failed' | 'missing' | 'empty' | 'ready'
    children: { query: 'query' }
  },
  actors: { query: fromCallback<{ type: 'refetch' } | { type: 'fetchMore' }, Query>(notProvided('query')) },
  guards: {
    isEmpty: (_, { data }: { data: unknown }) => Array.isArray(data) && data.length === 0,
    isOfAnother: ({ context }, { data }: { data: unknown }) => {
      const { askedIn, organizationId } = organizationsOf(context.query, data)
      return askedIn !== undefined && organizationId !== undefined && askedIn !== organizationId
    },
    hasData: ({ context }) => context.data !== undefined,
    hasMore: ({ context }) => context.hasMore,
    isMissing: (_, { error }: { error: unknown }) => statusOf(error) === 404,
    isUnoffered: (_, { error }: { error: unknown }) => isUnoffered(error),
    isRefused,
  },
  actions: {
    keepData: assign((_, { data, extent = WHOLE }: { data: unknown; extent?: Extent }) => ({
      data,
      ...extent,
      error: null,
    })),
    forgetData: assign({ data: undefined, ...WHOLE, error: null }),
    keepError: assign({
      error: (_, { error }: { error: unknown }) =>
        failureOfCall(error, t('Check your connection and try again.')).message,
    }),
    forgetError: assign({ error: null }),
    /** S1.1: an address may name a record of the person's other organizations; it is shown in that one. */
    reportOwner: (scope, { data }: { data: unknown }) => {
      const { askedIn = '', organizationId = '' } = organizationsOf(scope.context.query, data)
      const navigation = lookUp(scope, 'navigation')
      if (!navigation) return
      const path = selectPath(navigation.getSnapshot())
      sendToActor(scope, 'organizations', { type: 'record.found', askedIn, organizationId, path })
    },
    /** A session that waits for the server retries at once. */
    wakeSession: (scope) => sendToActor(scope, 'session', { type: 'retry.requested' }),
    refetch: sendTo('query', { type: 'refetch' }),
    fetchMore: sendTo('query', { type: 'fetchMore' }),
  },
}).createMachine({
  id: 'resource',
  description: 'One list or record read from the server.',
  context: ({ input }) => ({ query: input, data: undefined, ...WHOLE, error: null }),
  invoke: { id: 'query', src: 'query', input: ({ context }) => context.query },
  initial: 'loading',
  on: {
    'data.arrived': [
      {
        guard: { type: 'isEmpty', params: ({ event }) => event },
        target: '.empty',
        actions: { type: 'keepData', params: ({ event }) => event },
      },
      {
        guard: { type: 'isOfAnother', params: ({ event }) => event },
        target: '.ready',
        actions: [
          { type: 'keepData', params: ({ event }) => event },
          { type: 'reportOwner', params: ({ event }) => event },
        ],
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
        guard: { type: 'isUnoffered', params: ({ event }) => event },
        target: '.unoffered',
        actions: 'forgetData',
      },
      {
        guard: 'hasData',
        actions: { type: 'keepError', params: ({ event }) => event },
      },
      {
        guard: ifRefused,
        target: '.refused',
        actions: { type: 'keepError', params: ({ event }) => event },
      },
      { target: '.failed', actions: { type: 'keepError', params: ({ event }) => event } },
    ],
  },
  states: {
    loading: { description: 'A skeleton of the real shape.', tags: 'loading' },
    failed: {
      description: 'The error, and Try Again.',
      tags: 'failed',
      on: { 'retry.requested': { target: 'loading', actions: ['wakeSession', 'forgetError', 'refetch'] } },
    },
    refused: {
      description: 'The server refused, and would refuse again: who may see it, and no Try Again.',
      tags: 'failed',
    },
    missing: { description: 'Page Not Found: it was deleted, or belongs to others.', tags: 'missing' },
    unoffered: { description: 'The server does not offer this part.', tags: 'missing' },
    empty: { description: 'What will be here, and the one next step.', tags: 'empty' },
    ready: {
      description: 'The content; a failed reload keeps what is shown.',
      tags: 'ready',
      initial: 'resting',
      on: {
        'data.failed': [
          {
            guard: ifRefused,
            target: '.refused',
            actions: { type: 'keepError', params: ({ event }) => event },
          },
          { target: '.broken', actions: { type: 'keepError', params: ({ event }) => event } },
        ],
      },
      states: {
        resting: {
          description: 'The next page is read when the end of the list comes into view.',
          on: { 'end.reached': { guard: 'hasMore', target: 'loadingMore' } },
        },
        loadingMore: {
          description: 'The next page is read.',
          entry: 'fetchMore',
        },
        broken: {
          description: 'A reload or the next page failed: the content stays; under a long list, Try Again.',
          on: { 'retry.requested': { target: 'loadingMore', actions: ['wakeSession', 'forgetError'] } },
        },
        refused: {
          description:
            'The server refused a reload or the next page, and would refuse again: the content stays, without Try Again.',
        },
      },
    },
  },
})

export type ResourceRef = ActorRefFrom<typeof resourceMachine>
