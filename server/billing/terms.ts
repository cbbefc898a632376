import type { Interval } from '../../src/services/contract/billing.ts'
import { invalid, refusal } from '../kernel/errors.ts'
import { say } from '../kernel/texts/say.ts'
import type { PaymentRow } from './billing.types.ts'
import { type BillingStatus, nowAndNext } from './billing-status.ts'
import { CHARGE_MIN, FREE, type PlanRow, planOf, priceOf, rankOf, seatsPrice } from './plans.ts'

/** The requested plan; `seats` are additional ones. */
export type Choice = { plan_id: string; interval: Interval; seats?: number | undefined }

/** Value of the unused part of paid periods, in cents. */
export const unusedValue = (periods: BillingStatus['periods'], now: Date) =>
  periods.reduce((sum, period) => sum + Math.floor(period.value * leftOf(period, now)), 0)

/** Remaining share, from 1 before it begins to 0 at its end. */
const leftOf = ({ startsAt, endsAt }: BillingStatus['periods'][number], now: Date) =>
  (endsAt.getTime() - Math.max(now.getTime(), startsAt.getTime())) / (endsAt.getTime() - startsAt.getTime())

/** @throws Refusal 422 for a plan that cannot be chosen */
const planMeant = (planId: string): PlanRow => {
  const plan = planOf(planId)
  if (!plan) throw invalid({ plan_id: say('no_such_plan') })
  if (plan.price === null) throw invalid({ plan_id: say('contact_sales') })
  return plan
}

/**
 * Default seats: those paid or planned for; otherwise room for the same number of people in a larger plan, and
 * for the current members in a smaller one.
 */
const seatsKept = (
  { plan: current, seats, next, interval: paidBy }: BillingStatus,
  members: number,
  plan: PlanRow,
  interval: Interval,
) => {
  if (next?.planId === plan.id && next.interval === interval) return next.seats
  if (seats === 0 || (plan.id === current.id && interval === paidBy)) return seats
  const room = rankOf(plan.id) < rankOf(current.id) ? members : (current.limits.members ?? 0)
  return Math.min(Math.max(room - (plan.limits.members ?? 0), 0), plan.seats?.max ?? 0)
}

/** @throws Refusal 422 for more seats than are sold, 409 for fewer than are in use */
const seatsMeant = (
  billingStatus: BillingStatus,
  members: number,
  plan: PlanRow,
  { interval, seats }: Choice,
) => {
  if (seats === undefined) return seatsKept(billingStatus, members, plan, interval)
  const max = plan.seats?.max ?? 0
  if (seats > max) throw invalid({ seats: say('too_many_seats', { max }) })
  const needed = members - (plan.limits.members ?? members)
  if (seats < needed && plan.id === billingStatus.plan.id) throw refusal('seats_in_use', { members, needed })
  return seats
}

/** How a choice relates to the current status. */
const meaningOf = (billingStatus: BillingStatus, plan: PlanRow, interval: Interval, seats: number) => {
  const { plan: current, status, next, renewable } = billingStatus
  const isFree = plan.id === FREE.id
  if (isFree && status !== 'paid') return status === 'free' ? 'current' : 'later'
  if (status !== 'paid') return 'now'
  const isSame = plan.id === current.id && interval === billingStatus.interval
  const isCurrent = isSame && seats === billingStatus.seats
  const isNext =
    next === null ? isCurrent : plan.id === next.planId && interval === next.interval && seats === next.seats
  if (renewable && isNext && !isFree) return 'renewal'
  if (isCurrent) return 'current'
  if (isSame) return seats > billingStatus.seats ? 'seats' : 'later'
  const longer = interval === 'year' && billingStatus.interval === 'month'
  const larger = rankOf(plan.id) > rankOf(current.id)
  if (plan.id === current.id ? !longer : !larger) return 'later'
  return billingStatus.interval === 'year' && interval === 'month' ? 'shorter' : 'now'
}

/** Cents for additional seats in the rest of the paid periods. */
const seatsDue = ({ periods }: BillingStatus, added: number, now: Date) => {
  const parts = nowAndNext(periods, now).map(
    (period) => seatsPrice(planOf(period.planId) ?? FREE, period.interval, added) * leftOf(period, now),
  )
  return Math.max(CHARGE_MIN, Math.ceil(parts.reduce((sum, part) => sum + part, 0)))
}

type Charge = Pick<PaymentRow, 'kind' | 'seats' | 'amount' | 'credit'>

/** The charge for an immediate start: its price, less the unused value of earlier payments. */
const chargeOf = (
  billingStatus: BillingStatus,
  { meaning, seats, price }: { meaning: ReturnType<typeof meaningOf>; seats: number; price: number },
  now: Date,
): Charge | null => {
  if (meaning === 'renewal') return { kind: 'renewal', seats, amount: price, credit: 0 }
  if (meaning === 'seats') {
    // Its plan continues while the card is charged again, and has no time left to buy seats for.
    if (billingStatus.endsAt && billingStatus.endsAt <= now) throw refusal('renewal_unpaid')
    const added = seats - billingStatus.seats
    return { kind: 'seats', seats: added, amount: seatsDue(billingStatus, added, now), credit: 0 }
  }
  if (meaning !== 'now') return null
  const unused = unusedValue(billingStatus.periods, now)
  // Two periods with many seats can be worth more than one of the larger plan: none of it may be lost.
  if (unused > price) throw refusal('next_paid')
  const amount = Math.max(CHARGE_MIN, price - unused)
  return { kind: 'change', seats, amount, credit: price - amount }
}

/**
 * The terms of a choice: its start, price per full period, and the charge now.
 * @throws Refusal 422 for an invalid choice, 409 for one that is not possible yet
 */
export const termsOf = (billingStatus: BillingStatus, members: number, choice: Choice, now: Date) => {
  const { interval } = choice
  const plan = planMeant(choice.plan_id)
  const seats = seatsMeant(billingStatus, members, plan, choice)
  const meaning = meaningOf(billingStatus, plan, interval, seats)
  const price = priceOf(plan, interval, seats)
  const charge = chargeOf(billingStatus, { meaning, seats, price }, now)
  return { plan, interval, seats, price, meaning, charge }
}
