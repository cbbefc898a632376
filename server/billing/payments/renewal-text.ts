import type { Language } from '../../../src/texts/language.ts'
import { say, written } from '../../kernel/texts/say.ts'
import type { PaymentRow } from '../billing.types.ts'
import { endOfPeriod, planOf, priceOf } from '../plans.ts'

export const seatsText = (count: number) => `${count} additional ${count === 1 ? 'seat' : 'seats'}`

/** The terms agreed to when a plan is set to renew: when, for how much, and how to cancel. */
export function renewalText(
  { planId, interval, seats, kind, createdAt }: PaymentRow,
  language: Language,
): string {
  const plan = planOf(planId)
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' })
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const values = {
    plan: plan?.name ?? planId,
    price: money.format((plan ? priceOf(plan, interval, seats) : 0) / 100),
    date: day.format(endOfPeriod(createdAt, interval)),
    interval,
    kind,
  }
  return written(say('checkout.renews', values), language)
}
