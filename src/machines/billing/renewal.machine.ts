import { type ActorRefFrom, assign, fromCallback, fromPromise, setup } from 'xstate'
import type { Renewal, Subscription } from '../../services/contract/billing.ts'
import { t } from '../../texts/t.ts'
import { failureOf } from '../failure.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import { showToast } from '../system.ts'
import { LEAVING_TAKES, type OfOrganization, ofOrganization } from './billing.types.ts'

interface RenewalContext extends OfOrganization {
  /** null if no card is charged. */
  readonly renewal: Renewal | null
  /** The address where another card is given; '' before one is requested. */
  readonly cardUrl: string
}

export type RenewalEvent =
  /** Now, and on every later read. */
  | { type: 'subscription.read'; renewal: Renewal | null }
  | { type: 'stop.requested' }
  | { type: 'stop.confirmed' }
  | { type: 'stop.refused' }
  | { type: 'resume.requested' }
  /** Another card should be charged. */
  | { type: 'card.requested' }

const NOT_CHANGED = t('Failed to update subscription.')

const why = ({ event }: { event: { error: unknown } }) => ({
  type: 'error' as const,
  message: failureOf(event.error, NOT_CHANGED).message,
})

/** The request that stops or resumes the renewal. */
const setting = (renews: boolean, message: string) =>
  ({
    id: 'setRenewal',
    src: 'setRenewal',
    input: ({ context }: { context: RenewalContext }) => ({ ...ofOrganization(context), renews }),
    onDone: {
      target: 'known',
      actions: [
        { type: 'takeRenewal', params: ({ event }: { event: { output: Subscription } }) => event.output },
        'announceChange',
        { type: 'showToast', params: { type: 'success', message } },
      ],
    },
    onError: { target: 'known', actions: ['announceChange', { type: 'showToast', params: why }] },
  }) as const

/** How a plan renews with the card on file. */
export const renewalMachine = setup({
  types: {} as {
    context: RenewalContext
    events: RenewalEvent
    input: OfOrganization
    tags: 'canceled' | 'asking' | 'busy'
    children: {
      watchSubscription: 'watchSubscription'
      setRenewal: 'setRenewal'
      openCard: 'openCard'
      goToCard: 'goToCard'
      awaitReturn: 'awaitReturn'
    }
  },
  actors: {
    watchSubscription: fromCallback<RenewalEvent, OfOrganization>(notProvided('watchSubscription')),
    setRenewal: fromPromise<Subscription, OfOrganization & { renews: boolean }>(notProvided('setRenewal')),
    openCard: fromPromise<{ url: string }, OfOrganization>(notProvided('openCard')),
    /** Leaves the page; done when it goes. */
    goToCard: fromPromise<void, { url: string }>(notProvided('goToCard')),
    /** Done when the person returns to the page with the browser. */
    awaitReturn: fromPromise<void>(notProvided('awaitReturn')),
  },
  delays: { leavingTakes: LEAVING_TAKES },
  guards: {
    isRenewing: ({ context }) => context.renewal?.state === 'renewing',
    isPastDue: ({ context }) => context.renewal?.state === 'past_due',
    isCanceled: ({ context }) => context.renewal?.state === 'canceled',
  },
  actions: {
    showToast,
    /** Views that show the plan read it again. */
    announceChange: actionNotProvided('announceChange'),
    takeRenewal: assign((_, { renewal = null }: Pick<Subscription, 'renewal'>) => ({ renewal })),
    takeCardPage: assign((_, { url }: { url: string }) => ({ cardUrl: url })),
  },
}).createMachine({
  id: 'renewal',
  description: 'The plan is renewed by the card on file, or ends.',
  context: ({ input }) => ({ ...ofOrganization(input), renewal: null, cardUrl: '' }),
  invoke: {
    id: 'watchSubscription',
    src: 'watchSubscription',
    input: ({ context }) => ofOrganization(context),
  },
  initial: 'known',
  on: { 'subscription.read': { actions: { type: 'takeRenewal', params: ({ event }) => event } } },
  states: {
    known: {
      description: 'The known facts about the renewal are shown.',
      initial: 'deciding',
      on: {
        'subscription.read': {
          target: '.deciding',
          actions: { type: 'takeRenewal', params: ({ event }) => event },
        },
      },
      states: {
        deciding: {
          description: 'The subscription decides what is shown.',
          always: [
            { guard: 'isRenewing', target: 'renewing' },
            { guard: 'isPastDue', target: 'pastDue' },
            { guard: 'isCanceled', target: 'canceled' },
            { target: 'none' },
          ],
        },
        none: { description: 'No card is charged: each period is paid for by hand, or nothing is.' },
        renewing: {
          description: 'The card is charged when the period ends.',
          on: { 'stop.requested': '#renewal.asking', 'card.requested': '#renewal.openingCard' },
        },
        pastDue: {
          description: 'The card was declined; the plan goes on for some days while it is charged again.',
          on: { 'stop.requested': '#renewal.asking', 'card.requested': '#renewal.openingCard' },
        },
        canceled: {
          description: 'Canceled at the end: the plan ends with what is paid.',
          tags: 'canceled',
          on: { 'resume.requested': '#renewal.resuming' },
        },
      },
    },
    asking: {
      description: 'The day on which the plan would end is shown.',
      tags: 'asking',
      on: { 'stop.confirmed': 'stopping', 'stop.refused': 'known' },
    },
    stopping: {
      description: 'The end of the renewal is sent to the server.',
      tags: ['asking', 'busy'],
      invoke: setting(false, t('Renewal stopped.')),
    },
    resuming: {
      description: 'The resumption is sent to the server.',
      tags: ['canceled', 'busy'],
      invoke: setting(true, t('Renewal resumed.')),
    },
    openingCard: {
      description: 'The page of the payment provider where another card is given is requested.',
      tags: 'busy',
      invoke: {
        id: 'openCard',
        src: 'openCard',
        input: ({ context }) => ofOrganization(context),
        onDone: {
          target: 'goingToCard',
          actions: { type: 'takeCardPage', params: ({ event }) => event.output },
        },
        onError: { target: 'known', actions: { type: 'showToast', params: why } },
      },
    },
    goingToCard: {
      description:
        'The browser goes to that page. If the person stays or stops it, all can be changed again.',
      tags: 'busy',
      invoke: {
        id: 'goToCard',
        src: 'goToCard',
        input: ({ context }) => ({ url: context.cardUrl }),
        onDone: 'atCard',
        onError: { target: 'known', actions: { type: 'showToast', params: why } },
      },
      after: { leavingTakes: 'known' },
    },
    atCard: {
      description: 'The person is at that page; the browser may bring this one back as it was.',
      tags: 'busy',
      invoke: {
        id: 'awaitReturn',
        src: 'awaitReturn',
        onDone: { target: 'known', actions: 'announceChange' },
      },
    },
  },
})

export type RenewalRef = ActorRefFrom<typeof renewalMachine>
