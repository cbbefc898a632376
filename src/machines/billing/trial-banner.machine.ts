import { assign, fromCallback, setup } from 'xstate'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import { type OfOrganization, ofOrganization } from './billing.types.ts'

const DAY = 24 * 60 * 60 * 1000
/** S4.16, in days. */
const RED = 3
const YELLOW = 7

interface TrialBannerContext extends OfOrganization {
  readonly planId: string | null
  /** ms since 1970; null without a trial. */
  readonly trialEnd: number | null
  readonly now: number
  /** The person's local date at `now`, such as `2026-01-31`. */
  readonly today: string
  /** The day on which it was dismissed. */
  readonly dismissedOn: string | null
}

export type TrialBannerEvent =
  | { type: 'subscription.read'; planId: string; trialEnd: number | null }
  /** Hourly, and when the page becomes visible again. */
  | { type: 'clock.ticked'; now: number; today: string; dismissedOn: string | null }
  | { type: 'banner.dismissed' }

/** Remaining days, including a partial one. */
export const daysLeft = ({ trialEnd, now }: Pick<TrialBannerContext, 'trialEnd' | 'now'>) =>
  trialEnd === null ? 0 : Math.ceil((trialEnd - now) / DAY)

const isAtMost = (context: TrialBannerContext, days: number) => daysLeft(context) <= days

/** S4.15, S4.16, S9.7 */
export const trialBannerMachine = setup({
  types: {} as {
    context: TrialBannerContext
    events: TrialBannerEvent
    input: OfOrganization
    tags: 'shown'
    children: { watchSubscription: 'watchSubscription'; watchClock: 'watchClock' }
  },
  actors: {
    watchSubscription: fromCallback<TrialBannerEvent, OfOrganization>(notProvided('watchSubscription')),
    watchClock: fromCallback<TrialBannerEvent>(notProvided('watchClock')),
  },
  guards: {
    isOver: ({ context: { planId, trialEnd, now } }) =>
      planId === null || planId === 'free' || trialEnd === null || trialEnd <= now,
    isDismissed: ({ context }) => context.dismissedOn === context.today,
    isRed: ({ context }) => isAtMost(context, RED),
    isYellow: ({ context }) => isAtMost(context, YELLOW),
  },
  actions: {
    rememberDismissal: actionNotProvided<{ day: string }>('rememberDismissal'),
    takeSubscription: assign((_, { planId, trialEnd }: { planId: string; trialEnd: number | null }) => ({
      planId,
      trialEnd,
    })),
    takeTime: assign(
      (_, { now, today, dismissedOn }: Pick<TrialBannerContext, 'now' | 'today' | 'dismissedOn'>) => ({
        now,
        today,
        dismissedOn,
      }),
    ),
    dismiss: assign({ dismissedOn: ({ context }) => context.today }),
  },
}).createMachine({
  id: 'trialBanner',
  description: 'How many days of the trial are left.',
  context: ({ input }) => ({
    ...ofOrganization(input),
    planId: null,
    trialEnd: null,
    now: 0,
    today: '',
    dismissedOn: null,
  }),
  invoke: [
    { id: 'watchClock', src: 'watchClock' },
    {
      id: 'watchSubscription',
      src: 'watchSubscription',
      input: ({ context }) => ofOrganization(context),
    },
  ],
  initial: 'hidden',
  on: {
    'subscription.read': {
      target: '.deciding',
      actions: { type: 'takeSubscription', params: ({ event }) => event },
    },
    'clock.ticked': { target: '.deciding', actions: { type: 'takeTime', params: ({ event }) => event } },
  },
  states: {
    deciding: {
      description: 'Subscription and date decide what is shown.',
      always: [
        { guard: 'isOver', target: 'hidden' },
        { guard: 'isDismissed', target: 'dismissed' },
        { guard: 'isRed', target: 'shown.red' },
        { guard: 'isYellow', target: 'shown.yellow' },
        { target: 'shown.blue' },
      ],
    },
    hidden: { description: 'No trial, or it is over.' },
    dismissed: { description: 'Dismissed for the rest of the day.' },
    shown: {
      description: 'Above the content.',
      tags: 'shown',
      initial: 'blue',
      on: {
        'banner.dismissed': {
          target: 'dismissed',
          actions: [
            'dismiss',
            { type: 'rememberDismissal', params: ({ context }) => ({ day: context.today }) },
          ],
        },
      },
      states: {
        blue: { description: 'More than seven days are left.' },
        yellow: { description: 'Seven days or fewer.' },
        red: { description: 'Three days or fewer.' },
      },
    },
  },
})
