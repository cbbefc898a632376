import type { PaymentRow } from '../billing.types.ts'
import { endOfPeriod, planOf, priceOf } from '../plans.ts'

const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })
const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

export const seatsText = (count: number) => `${count} additional ${count === 1 ? 'seat' : 'seats'}`

/** What somebody agrees to who lets a plan renew: when, for how much, and how it ends. */
export function renewalText({ planId, interval, seats, kind, createdAt }: PaymentRow): string {
  const plan = planOf(planId)
  const price = money.format((plan ? priceOf(plan, interval, seats) : 0) / 100)
  const first =
    kind === 'renewal'
      ? `at the end of the period that you pay for now`
      : `on ${day.format(endOfPeriod(createdAt, interval))}`
  return `${plan?.name ?? planId} renews ${first}, and every ${interval} after that, for ${price}. Your card is charged until you stop the renewal under Settings, Subscription.`
}
