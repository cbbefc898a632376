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
  | { type: 'form.submitted' }
  | { type: 'downgrade.confirmed' }
  | { type: 'downgrade.refused' }
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

/** What comes after the present period can be paid for now. */
const isNextPayable = ({ subscription, planId, interval }: PlanChangeContext) => {
  if (!subscription?.renewable) return false
  const { next } = subscription
  return next
    ? next.plan_id === planId && next.interval === interval
    : subscription.plan_id === planId && subscription.interval === interval
}

/** S5.8. A plan on trial can be bought, and a monthly plan can be changed to yearly billing. */
export const isCurrentChoice = (context: PlanChangeContext) => {
  const { subscription, planId, interval } = context
  if (!subscription || subscription.status === 'trial' || subscription.plan_id !== planId) return false
  const plan = chosenPlan(context)
  if (plan && isFree(plan)) return true
  const isSameInterval = subscription.interval === null || subscription.interval === interval
  return isSameInterval && !isNextPayable(context)
}

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
