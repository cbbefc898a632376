import { assign, fromPromise, setup } from 'xstate'
import type {
  Interval,
  Plan,
  PlanChange,
  PlanChanged,
  PlanPreview,
  Subscription,
} from '../../../services/contract/billing.ts'
import { failureOf } from '../../failure.ts'
import { actionNotProvided, notProvided } from '../../not-provided.ts'
import { isRefused } from '../../shared/failed-call.ts'
import { showToast } from '../../system.ts'
import { LEAVING_TAKES, type OfOrganization } from '../billing.types.ts'
import { billingDetailsMachine } from '../billing-details.machine.ts'

/** The possible choices, and the current one. */
export interface PlansAndSubscription {
  readonly plans: readonly Plan[]
  readonly subscription: Subscription
}

export interface PlanChangeContext extends OfOrganization {
  readonly plans: readonly Plan[]
  readonly subscription: Subscription | null
  /** The chosen plan; null before a choice. */
  readonly planId: string | null
  readonly interval: Interval
  /** Additional ones, on top of the members that the plan includes; null without a number. */
  readonly seats: number | null
  /** Whether the card is kept and charged for each future period. */
  readonly renews: boolean
  readonly error: string | null
  readonly preview: PlanPreview | null
  /** The payment address, and the message if the browser cannot open it. */
  readonly payment: { readonly url: string; readonly failure: string }
}

type PlanChangeEvent =
  | { type: 'plan.picked'; planId: string }
  | { type: 'interval.picked'; interval: Interval }
  | { type: 'renewal.picked'; renews: boolean }
  | { type: 'seats.picked'; seats: number | null }
  | { type: 'form.submitted' }
  | { type: 'change.confirmed' }
  | { type: 'change.refused' }
  /** The change planned for the end of the period is withdrawn. */
  | { type: 'change.undone' }
  | { type: 'retry.requested' }
  | { type: 'dialog.closed' }

/** S9.8: pay 10 months, get 12. */
const MONTHS_PAID = 10

export const chosenPlan = ({ plans, planId }: Pick<PlanChangeContext, 'plans' | 'planId'>) =>
  plans.find(({ id }) => id === planId) ?? null

export const isFree = ({ price }: Plan) => price === 0

/** A custom plan is larger than all others. */
const sizeOf = ({ price }: Plan) => (price === 'Custom' ? Number.POSITIVE_INFINITY : price)

export interface Price {
  /** Displayed dollars per month. */
  readonly perMonth: number
  /** Dollars per year. */
  readonly perYear: number
  /** Yearly saving in dollars compared with twelve single months. */
  readonly saving: number
}

/** S9.8: null for `Custom`. */
export function yearlyPrice({ price, price_yearly }: Plan): Price | null {
  if (price === 'Custom') return null
  const perYear = price_yearly ?? MONTHS_PAID * price
  return { perMonth: Math.floor(perYear / 12), perYear, saving: 12 * price - perYear }
}

/** Dollars per additional seat and period. */
export const seatPrice = ({ seat_price }: Plan, interval: Interval) =>
  (seat_price ?? 0) * (interval === 'year' ? MONTHS_PAID : 1)

/** A plan whose renewal is unpaid has no remaining time to buy seats for. */
export const isPastDue = ({ renewal }: Subscription) => renewal?.state === 'past_due'

/** Whether more seats of the current plan can be bought now. */
export const sellsMoreSeats = (subscription: Subscription, plan: Plan | undefined) =>
  subscription.status === 'paid' &&
  subscription.seats !== undefined &&
  subscription.seats < (plan?.seats_max ?? 0) &&
  !isPastDue(subscription)

/** Maximum additional seats of the chosen plan; 0 if none are sold, or the server does not support them. */
export function seatsMax(context: Pick<PlanChangeContext, 'plans' | 'planId' | 'subscription'>) {
  const { subscription } = context
  if (subscription?.seats === undefined) return 0
  if (isPastDue(subscription) && subscription.plan_id === context.planId) return subscription.seats
  return chosenPlan(context)?.seats_max ?? 0
}

/**
 * Additional seats of a plan until others are chosen: the planned ones, otherwise the present ones. Null for another
 * plan: the server makes room for the members.
 */
const seatsOf = ({ plan_id, next, seats = 0 }: Subscription, planId: string | null) => {
  if (next?.plan_id === planId) return next.seats ?? 0
  return plan_id === planId || seats === 0 ? seats : null
}

/** The planned billing period of a plan whose next period can be paid now, otherwise the present one. */
const intervalOf = ({ renewable, interval, next }: Subscription, planId: string | null) =>
  (renewable && next?.plan_id === planId ? next.interval : interval) ?? 'month'

/** Whether the server chooses how many seats the other plan has. */
export const leavesSeatsOpen = ({ subscription, planId, seats }: PlanChangeContext) =>
  seats === null && subscription !== null && seatsOf(subscription, planId) === null

/** Whether that many seats are sold. */
const areSeatsSold = (context: PlanChangeContext) => {
  const { seats } = context
  const max = seatsMax(context)
  if (max === 0 || leavesSeatsOpen(context)) return true
  return seats !== null && Number.isInteger(seats) && seats >= 0 && seats <= max
}

/** Seats, if they are part of the choice. */
export const chosenSeats = (context: PlanChangeContext) =>
  seatsMax(context) > 0 && context.seats !== null ? context.seats : undefined

const keepsSeats = (context: PlanChangeContext) => {
  const { subscription, planId } = context
  const seats = chosenSeats(context)
  return seats === undefined || (subscription !== null && seats === seatsOf(subscription, planId))
}

/** The period after the current one can be paid for now. */
const isNextPayable = (context: PlanChangeContext) => {
  const { subscription, planId, interval } = context
  if (!subscription?.renewable || !keepsSeats(context)) return false
  const { next } = subscription
  return next
    ? next.plan_id === planId && next.interval === interval
    : subscription.plan_id === planId && subscription.interval === interval
}

const isSamePlan = ({ subscription, planId, interval }: PlanChangeContext) =>
  subscription?.plan_id === planId && (subscription.interval === null || subscription.interval === interval)

/** S5.8. A plan on trial can be bought, and a monthly plan can be changed to yearly billing. */
export const isCurrentChoice = (context: PlanChangeContext) => {
  const { subscription, planId } = context
  if (!subscription || subscription.status === 'trial' || subscription.plan_id !== planId) return false
  const plan = chosenPlan(context)
  if (plan && isFree(plan)) return true
  const keeps = keepsSeats(context) || chosenSeats(context) === subscription.seats
  return isSamePlan(context) && keeps && !isNextPayable(context)
}

/** Whether the plan stays the same, with more seats or fewer. */
export const isOtherSeats = (context: PlanChangeContext) =>
  context.subscription?.status === 'paid' && isSamePlan(context) && !keepsSeats(context)

/** Whether the choice is paid for, on a server that charges a card for future periods. */
export const isRenewable = (context: PlanChangeContext) => {
  const plan = chosenPlan(context)
  const isPaid = plan !== null && plan.price !== 'Custom' && plan.price > 0
  return isPaid && context.subscription?.renewal !== undefined && !isSmallerChoice(context)
}

/** Whether the choice has lower limits than the current plan. */
export const isSmallerChoice = (context: PlanChangeContext) => {
  const plan = chosenPlan(context)
  const current = context.plans.find(({ id }) => id === context.subscription?.plan_id)
  return plan !== null && current !== undefined && sizeOf(plan) < sizeOf(current) && !isNextPayable(context)
}

export type OrganizationPlan = OfOrganization & { readonly choice: PlanChange }

/** Automatic card charges continue unless the person says otherwise. */
const isOnFile = ({ renewal }: Subscription) => renewal != null && renewal.state !== 'canceled'

export const planChangeSetup = setup({
  types: {} as {
    context: PlanChangeContext
    events: PlanChangeEvent
    /** The initial choice. */
    input: OfOrganization & { planId: string | null }
    tags: 'loading' | 'failed' | 'open' | 'busy' | 'confirming' | 'leaving'
    children: {
      loadPlans: 'loadPlans'
      reloadPlans: 'loadPlans'
      previewPlan: 'previewPlan'
      changePlan: 'changePlan'
      finalizeChange: 'changePlan'
      undoChange: 'undoChange'
      goToPayment: 'goToPayment'
      awaitReturn: 'awaitReturn'
      billingDetails: 'billingDetails'
    }
  },
  actors: {
    loadPlans: fromPromise<PlansAndSubscription, OfOrganization>(notProvided('loadPlans')),
    previewPlan: fromPromise<PlanPreview, OrganizationPlan>(notProvided('previewPlan')),
    changePlan: fromPromise<PlanChanged, OrganizationPlan>(notProvided('changePlan')),
    undoChange: fromPromise<unknown, OfOrganization>(notProvided('undoChange')),
    /** Leaves the page; done when it goes. */
    goToPayment: fromPromise<void, { url: string }>(notProvided('goToPayment')),
    /** Done when the person returns to the page with the browser. */
    awaitReturn: fromPromise<void>(notProvided('awaitReturn')),
    billingDetails: billingDetailsMachine,
  },
  delays: { leavingTakes: LEAVING_TAKES },
  guards: {
    hasNoChoice: ({ context }) => chosenPlan(context) === null,
    isContactOnly: ({ context }) => chosenPlan(context)?.is_contact_only === true,
    isCurrent: ({ context }) => isCurrentChoice(context),
    isConfirmedFirst: ({ context }) => isSmallerChoice(context) || isOtherSeats(context),
    sellsSeats: ({ context }) => seatsMax(context) > 0,
    hasNoSuchSeats: ({ context }) => !areSeatsSold(context),
    isRenewable: ({ context }) => isRenewable(context),
    isPlanned: ({ context }) => context.subscription?.next?.paid === false,
    isRefused,
    // S8.12: a response that is neither a list nor a map of plans.
    isUnreadable: (_, { error }: { error: unknown }) =>
      error instanceof Error && error.name === 'MalformedAnswerError',
    wantsBilling: (_, { answer }: { answer: PlanChanged }) => answer.billing_required === true,
    // Also an empty address: nothing is updated, and opening it fails.
    wantsPayment: (_, { answer }: { answer: PlanChanged }) => typeof answer.payment_url === 'string',
    wasSaved: (_, { saved }: { saved: boolean }) => saved,
  },
  actions: {
    showToast,
    /** Views that show the plan read it again. */
    announceChange: actionNotProvided('announceChange'),
    takePlans: assign(({ context }, { loaded }: { loaded: PlansAndSubscription }) => ({
      ...loaded,
      seats: seatsOf(loaded.subscription, context.planId),
      interval: intervalOf(loaded.subscription, context.planId),
      renews: isOnFile(loaded.subscription),
      error: null,
    })),
    /** A chosen billing period is kept. */
    takeUpdated: assign((_, { loaded }: { loaded: PlansAndSubscription }) => ({
      ...loaded,
      planId: null,
      error: null,
    })),
    pickPlan: assign(({ context }, { planId }: { planId: string }) => ({
      planId,
      seats: context.subscription && seatsOf(context.subscription, planId),
      error: null,
    })),
    pickSeats: assign((_, { seats }: { seats: number | null }) => ({ seats, error: null })),
    pickRenewal: assign((_, { renews }: { renews: boolean }) => ({ renews })),
    pickInterval: assign((_, { interval }: { interval: Interval }) => ({ interval, error: null })),
    refuse: assign({ error: (_, { message }: { message: string }) => message }),
    forgetError: assign({ error: null }),
    takePreview: assign({ preview: (_, { preview }: { preview: PlanPreview }) => preview }),
    rememberPayment: assign((_, { answer, failure }: { answer: PlanChanged; failure: string }) => ({
      payment: { url: answer.payment_url ?? '', failure },
    })),
    rememberError: assign({
      error: (_, { error, fallback }: { error: unknown; fallback: string }) =>
        failureOf(error, fallback).message,
    }),
  },
})
