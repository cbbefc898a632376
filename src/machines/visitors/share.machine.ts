import { type ActorRefFrom, assign, enqueueActions, fromCallback, fromPromise, setup } from 'xstate'
import type { Closed, SharePage, VisitorBudget } from '../../services/contract/share.ts'
import { t } from '../../texts/t.ts'
import type { connectionsMachine } from '../connection/connections/connections.machine.ts'
import { conversationMachine } from '../conversations/conversation/conversation.machine.ts'
import { failureOf, failureOfCall, isRefusal } from '../failure.ts'
import { notProvided } from '../not-provided.ts'
import { errorOf, ifRefused, remembersError } from '../shared/failed-call.ts'
import { themeMachine } from '../shell/theme.machine.ts'
import { viewsLogic } from '../views.ts'
import type { handoverMachine } from './handover.machine.ts'
import type { Reason, ShareContext, ShareEvent } from './share.types.ts'
import type { visitorConversationsMachine } from './visitor-conversations.machine.ts'

/** Ms before the page is checked again by itself after a failed check; doubles each time. */
const CHECK_AGAIN = 10_000
const CHECK_AGAIN_MAX = 300_000

/** Ms at least until a page without questions left is read again: the visitor's clock may be a little fast. */
const SHORTEST_WAIT = 60_000

/** A time of the server would mean nothing by a clock that is wrong. */
const resetOf = ({ now }: ShareContext, { resets_in }: VisitorBudget) =>
  now + Math.max(resets_in * 1000, SHORTEST_WAIT)

/** S2.8: the public page of an assistant, for people without an account. */
export const shareMachine = setup({
  types: {} as {
    context: ShareContext
    events: ShareEvent
    input: { id: string; now: number }
    /** `asking`: a question can be sent; `shown`: the conversation can be read. */
    tags: 'asking' | 'shown' | 'counting'
    children: {
      loadPage: 'loadPage'
      conversation: 'conversation'
      activityMonitor: 'activityMonitor'
      loadAnswering: 'loadAnswering'
      connections: 'connections'
      views: 'views'
      theme: 'theme'
      visitorConversations: 'visitorConversations'
      handover: 'handover'
    }
  },
  actors: {
    loadPage: fromPromise<SharePage, { id: string }>(notProvided('loadPage')),
    /** Loads the code that shows an answer, when the visitor starts to ask. */
    loadAnswering: fromPromise<void>(notProvided('loadAnswering')),
    conversation: conversationMachine,
    connections: fromCallback(notProvided('connections')) as unknown as typeof connectionsMachine,
    views: viewsLogic,
    theme: themeMachine,
    /** The visitor's list of conversations. */
    visitorConversations: fromCallback(
      notProvided('visitorConversations'),
    ) as unknown as typeof visitorConversationsMachine,
    /** The hand-over to a person. */
    handover: fromCallback(notProvided('handover')) as unknown as typeof handoverMachine,
    /** Ticks, and whether the browser is online. */
    activityMonitor: fromCallback<ShareEvent>(notProvided('activityMonitor')),
  },
  guards: {
    isRefused: (_, { error }: { error: unknown }) => isRefusal(error),
    isNotFound: (_, { error }: { error: unknown }) => failureOf(error, '').code === 'not_found',
    isClosedFor: ({ context }, { reason }: { reason: Closed }) => context.page?.closed === reason,
    hasNoneLeft: ({ context }) => context.page?.budget.left === 0,
    isTooFast: (_, { reason }: { reason: Reason }) => reason === 'pace',
    isWaitOver: ({ context }, { now }: { now: number }) => now >= context.waitUntil,
  },
  actions: {
    /** Their code is loaded with the code that shows an answer. */
    beginAnswering: enqueueActions(({ enqueue }) => {
      enqueue.spawnChild('connections', { id: 'connections', systemId: 'connections' })
      enqueue.spawnChild('visitorConversations', {
        id: 'visitorConversations',
        systemId: 'visitorConversations',
      })
      enqueue.spawnChild('handover', { id: 'handover', systemId: 'handover' })
    }),
    takePage: assign(({ context }, { page }: { page: SharePage }) => ({
      page,
      error: null,
      failedChecks: 0,
      waitUntil: resetOf(context, page.budget),
    })),
    takeBudget: assign(({ context }, { budget }: { budget: VisitorBudget }) => ({
      page: context.page && { ...context.page, budget },
      // While questions are left, a pause between them stays as long as it is.
      waitUntil: budget.left === 0 ? resetOf(context, budget) : context.waitUntil,
    })),
    slowDown: assign({ waitUntil: ({ context }, { wait }: { wait: number }) => context.now + wait * 1000 }),
    countFailedCheck: assign({ failedChecks: ({ context }) => context.failedChecks + 1 }),
    rememberTime: assign({ now: (_, { now }: { now: number }) => now }),
    rememberError: assign({
      error: (_, { error }: { error: unknown }) =>
        failureOfCall(error, t('The assistant could not be reached. Check your connection and try again.'))
          .message,
    }),
  },
  delays: {
    backoff: ({ context }) => Math.min(CHECK_AGAIN * 2 ** (context.failedChecks - 1), CHECK_AGAIN_MAX),
  },
}).createMachine({
  id: 'share',
  description: 'The public page of an assistant, for somebody without an account.',
  context: ({ input }) => ({
    id: input.id,
    page: null,
    error: null,
    failedChecks: 0,
    waitUntil: 0,
    now: input.now,
  }),
  invoke: [
    { id: 'activityMonitor', src: 'activityMonitor' },
    { id: 'loadAnswering', src: 'loadAnswering', onDone: { actions: 'beginAnswering' } },
    { id: 'views', systemId: 'views', src: 'views' },
    { id: 'theme', systemId: 'theme', src: 'theme' },
  ],
  initial: 'loading',
  on: {
    'clock.tick': { actions: { type: 'rememberTime', params: ({ event }) => event } },
  },
  states: {
    loading: {
      description: 'The public data of the assistant are read.',
      invoke: {
        id: 'loadPage',
        src: 'loadPage',
        input: ({ context }) => ({ id: context.id }),
        onDone: {
          target: 'shown',
          actions: { type: 'takePage', params: ({ event }) => ({ page: event.output }) },
        },
        onError: [
          { guard: ifRefused, target: 'notFound' },
          { target: 'unreachable', actions: remembersError },
        ],
      },
    },
    notFound: { description: 'There is no such page, or it is not public.' },
    unreachable: {
      description: 'It could not be read; reading is retried by Try Again, or once the connection is back.',
      on: { 'retry.requested': 'loading', 'connection.found': 'loading' },
    },
    shown: {
      description: 'The conversation is shown; its states say whether a question can be asked.',
      tags: 'shown',
      invoke: {
        id: 'conversation',
        systemId: 'conversation',
        src: 'conversation',
        input: ({ context }) => ({ integrationId: context.id, config: 'published', conversationId: null }),
      },
      initial: 'deciding',
      on: {
        'budget.changed': { actions: { type: 'takeBudget', params: ({ event }) => event } },
        'connection.lost': '.offline',
        'connection.found': '.checking',
        'question.refused': [
          {
            guard: { type: 'isTooFast', params: ({ event }) => event },
            target: '.limited',
            actions: { type: 'slowDown', params: ({ event }) => event },
          },
          // The page says why no question can be asked, and for how long.
          { target: '.checking' },
        ],
      },
      states: {
        deciding: {
          description: 'The data of the page decide which state comes next.',
          always: [
            { guard: { type: 'isClosedFor', params: { reason: 'paused' } }, target: 'paused' },
            { guard: { type: 'isClosedFor', params: { reason: 'expired' } }, target: 'expired' },
            { guard: { type: 'isClosedFor', params: { reason: 'over_budget' } }, target: 'overBudget' },
            { target: 'ready' },
          ],
        },
        ready: {
          description: 'A question can be asked, unless the last one of the day has been.',
          tags: 'asking',
          always: { guard: 'hasNoneLeft', target: 'limited' },
        },
        limited: {
          description:
            'Too many requests, or no question left today: after a countdown the page is read again.',
          tags: 'counting',
          on: {
            'clock.tick': [
              {
                guard: { type: 'isWaitOver', params: ({ event }) => event },
                target: 'checking',
                actions: { type: 'rememberTime', params: ({ event }) => event },
              },
              { actions: { type: 'rememberTime', params: ({ event }) => event } },
            ],
          },
        },
        paused: {
          description: 'Its owner has paused it; it can be read again.',
          on: { 'retry.requested': 'checking' },
        },
        expired: { description: 'It has expired.' },
        overBudget: {
          description: 'The assistant has reached its limit of the day; the page can be read again.',
          on: { 'retry.requested': 'checking' },
        },
        offline: {
          description: 'Offline: the conversation can be read, but no question asked.',
        },
        unchecked: {
          description:
            'The page could not be read again: this is retried by itself, by Check again, or once the connection is back.',
          after: { backoff: 'checking' },
          on: { 'retry.requested': 'checking' },
        },
        checking: {
          description: 'The page is read again while the conversation stays.',
          invoke: {
            id: 'loadPage',
            src: 'loadPage',
            input: ({ context }) => ({ id: context.id }),
            onDone: {
              target: 'deciding',
              actions: { type: 'takePage', params: ({ event }) => ({ page: event.output }) },
            },
            onError: [
              // A proxy that refuses for a moment must not cost what was typed.
              { guard: { type: 'isNotFound', params: errorOf }, target: '#share.notFound' },
              { target: 'unchecked', actions: 'countFailedCheck' },
            ],
          },
        },
      },
    },
  },
})

export type ShareRef = ActorRefFrom<typeof shareMachine>
