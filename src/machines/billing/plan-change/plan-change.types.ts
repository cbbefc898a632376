import type { Interval, Plan, PlanPreview, Subscription } from '../../../services/contract/billing.ts'
import type { OfOrganization } from '../billing.types.ts'

/** What can be chosen, and what is. */
export interface PlansAndSubscription {
  readonly plans: readonly Plan[]
  readonly subscription: Subscription
}

export interface PlanChangeContext extends OfOrganization {
  readonly plans: readonly Plan[]
  readonly subscription: Subscription | null
  /** The plan that is chosen; null before a choice. */
  readonly planId: string | null
  readonly interval: Interval
  /** Additional ones, beside the members that the plan includes; null while no number is given. */
  readonly seats: number | null
  /** Whether the card is kept and charged for each period to come. */
  readonly renews: boolean
  readonly error: string | null
  readonly preview: PlanPreview | null
  /** Where it is paid, and what is said when the browser cannot go there. */
  readonly payment: { readonly url: string; readonly failure: string }
}

export type PlanChangeEvent =
  | { type: 'plan.picked'; planId: string }
  | { type: 'interval.picked'; interval: Interval }
  | { type: 'renewal.picked'; renews: boolean }
  | { type: 'seats.picked'; seats: number | null }
  | { type: 'form.submitted' }
  | { type: 'change.confirmed' }
  | { type: 'change.refused' }
  /** What was planned for the end of the period is taken back. */
  | { type: 'change.undone' }
  | { type: 'retry.requested' }
  | { type: 'dialog.closed' }

/** S9.8: pay 10 months, get 12. */
const MONTHS_PAID = 10

export const chosenPlan = ({ plans, planId }: Pick<PlanChangeContext, 'plans' | 'planId'>) =>
  plans.find(({ id }) => id === planId) ?? null

export const isFree = ({ price }: Plan) => price === 0

/** A plan by agreement is larger than all others. */
const sizeOf = ({ price }: Plan) => (price === 'Custom' ? Number.POSITIVE_INFINITY : price)

export interface Price {
  /** Dollars a month, as it is shown. */
  readonly perMonth: number
  /** Dollars a year. */
  readonly perYear: number
  /** Dollars a year less than twelve single months. */
  readonly saving: number
}

/** S9.8: null for `Custom`. */
export function yearlyPrice({ price, price_yearly }: Plan): Price | null {
  if (price === 'Custom') return null
  const perYear = price_yearly ?? MONTHS_PAID * price
  return { perMonth: Math.floor(perYear / 12), perYear, saving: 12 * price - perYear }
}

/** Dollars of one additional seat for a period. */
export const seatPrice = ({ seat_price }: Plan, interval: Interval) =>
  (seat_price ?? 0) * (interval === 'year' ? MONTHS_PAID : 1)

/** A plan whose renewal is not paid has no time left that more seats could be paid for. */
export const isPastDue = ({ renewal }: Subscription) => renewal?.state === 'past_due'

/** Whether more seats of the present plan can be bought now. */
export const sellsMoreSeats = (subscription: Subscription, plan: Plan | undefined) =>
  subscription.status === 'paid' &&
  subscription.seats !== undefined &&
  subscription.seats < (plan?.seats_max ?? 0) &&
  !isPastDue(subscription)

/** How many additional seats the chosen plan can have; 0 where none are sold, and on a server that knows of none. */
export function seatsMax(context: Pick<PlanChangeContext, 'plans' | 'planId' | 'subscription'>) {
  const { subscription } = context
  if (subscription?.seats === undefined) return 0
  if (isPastDue(subscription) && subscription.plan_id === context.planId) return subscription.seats
  return chosenPlan(context)?.seats_max ?? 0
}

/** Additional seats of a plan as things stand: those that come next, else those that there are. */
export const seatsOf = ({ plan_id, next, seats = 0 }: Subscription, planId: string | null) => {
  if (plan_id !== planId) return 0
  return next?.plan_id === planId ? (next.seats ?? 0) : seats
}

/** Whether as many seats are sold. */
export const areSeatsSold = (context: PlanChangeContext) => {
  const { seats } = context
  const max = seatsMax(context)
  return max === 0 || (seats !== null && Number.isInteger(seats) && seats >= 0 && seats <= max)
}

/** Seats, where they are part of the choice. */
export const chosenSeats = (context: PlanChangeContext) =>
  seatsMax(context) > 0 && context.seats !== null ? context.seats : undefined

const keepsSeats = (context: PlanChangeContext) => {
  const { subscription, planId } = context
  const seats = chosenSeats(context)
  return seats === undefined || (subscription !== null && seats === seatsOf(subscription, planId))
}

/** What comes after the present period can be paid for now. */
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

/** Whether the plan stays, with more seats or fewer. */
export const isOtherSeats = (context: PlanChangeContext) =>
  context.subscription?.status === 'paid' && isSamePlan(context) && !keepsSeats(context)

/** Whether the choice is paid for, on a server that charges a card for the periods to come. */
export const isRenewable = (context: PlanChangeContext) => {
  const plan = chosenPlan(context)
  const isPaid = plan !== null && plan.price !== 'Custom' && plan.price > 0
  return isPaid && context.subscription?.renewal !== undefined && !isSmallerChoice(context)
}

/** Whether the choice has less room than the present plan. */
export const isSmallerChoice = (context: PlanChangeContext) => {
  const plan = chosenPlan(context)
  const current = context.plans.find(({ id }) => id === context.subscription?.plan_id)
  return plan !== null && current !== undefined && sizeOf(plan) < sizeOf(current) && !isNextPayable(context)
}
