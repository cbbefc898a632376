import type { Interval } from '../../src/services/contract/billing.ts'
import { invalid, refusal } from '../kernel/errors.ts'
import { say } from '../kernel/texts/say.ts'
import type { PaymentRow } from './billing.types.ts'
import { type BillingStatus, nowAndNext } from './billing-status.ts'
import { CHARGE_MIN, FREE, type PlanRow, planOf, priceOf, rankOf, seatsPrice } from './plans.ts'

/** What is asked for; `seats` are additional ones. */
export type Choice = { plan_id: string; interval: Interval; seats?: number | undefined }

/** What is paid of periods that has not been used yet, in cents. */
const unusedValue = ({ periods }: BillingStatus, now: Date) =>
  periods.reduce((sum, period) => sum + Math.floor(period.value * leftOf(period, now)), 0)

/** From 1, before it begins, to 0 at its end. */
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
 * Where a choice says nothing of seats: what is paid or planned for; else, in a larger plan, room for as many people
 * as there is, and in a smaller one for as many as there are.
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

/** @throws Refusal 422 for more seats than are sold, 409 for fewer than are used */
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

/** What a choice means for somebody who stands where they stand. */
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

/** Cents for more seats in what is left of the periods that are paid for. */
const seatsDue = ({ periods }: BillingStatus, added: number, now: Date) => {
  const parts = nowAndNext(periods, now).map(
    (period) => seatsPrice(planOf(period.planId) ?? FREE, period.interval, added) * leftOf(period, now),
  )
  return Math.max(CHARGE_MIN, Math.ceil(parts.reduce((sum, part) => sum + part, 0)))
}

type Charge = Pick<PaymentRow, 'kind' | 'seats' | 'amount' | 'credit'>

/** What is paid now for what begins now: its price, less what is not used yet of what was paid before. */
const chargeOf = (
  billingStatus: BillingStatus,
  { meaning, seats, price }: { meaning: ReturnType<typeof meaningOf>; seats: number; price: number },
  now: Date,
): Charge | null => {
  if (meaning === 'renewal') return { kind: 'renewal', seats, amount: price, credit: 0 }
  if (meaning === 'seats') {
    // Its plan goes on while it is charged again, and has no time left that seats could be paid for.
    if (billingStatus.endsAt && billingStatus.endsAt <= now) throw refusal('renewal_unpaid')
    const added = seats - billingStatus.seats
    return { kind: 'seats', seats: added, amount: seatsDue(billingStatus, added, now), credit: 0 }
  }
  if (meaning !== 'now') return null
  const unused = unusedValue(billingStatus, now)
  // Two periods of many seats can be worth more than one of the larger plan: nothing of it is to be lost.
  if (unused > price) throw refusal('next_paid')
  const amount = Math.max(CHARGE_MIN, price - unused)
  return { kind: 'change', seats, amount, credit: price - amount }
}

/**
 * What a choice comes to: when, for how much in each whole period, and what is charged for it now.
 * @throws Refusal 422 for what cannot be chosen, 409 for what cannot be chosen yet
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
