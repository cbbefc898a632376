import type { FastifyBaseLogger } from 'fastify'
import type { Tx } from '../kernel/db/open.ts'
import type { BillingRepository } from './billing.repository.ts'
import type { PaymentRow, PeriodRow } from './billing.types.ts'
import type { BillingNotifications } from './billing-notifications.ts'
import { countsSince, nowAndNext } from './billing-status.ts'
import type { Brought, Invoices } from './invoices/invoices.service.ts'
import type { TellOfChange } from './news.ts'
import { endOfPeriod, planOf, priceOf, seatsPrice } from './plans.ts'
import type { RenewalsRepository } from './renewals/renewals.repository.ts'
import { unusedValue } from './terms.ts'

type Parts = {
  billing: BillingRepository
  billingNotifications: BillingNotifications
  invoices: Invoices
  renewals: RenewalsRepository
  tellOfChange: TellOfChange
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** The provider's report on an order. */
type Confirmed = {
  /** Money has moved, whatever the order's earlier outcome. */
  isFinal: boolean
  /** Customer whose card can be charged again. */
  customer?: string | null | undefined
}

export type Settlement = ReturnType<typeof createSettlement>

/** Carries out paid orders. */
export const createSettlement = (parts: Parts) => {
  const { billing, billingNotifications, invoices, renewals, tellOfChange, log } = parts
  const begin = async (tx: Tx, payment: PaymentRow, periods: PeriodRow[], customer: string | null) => {
    const { organizationId, userId, provider, planId, interval, seats, renews } = payment
    const now = new Date()
    const isRenewal = payment.kind === 'renewal'
    const startsAt = isRenewal ? (periods.at(-1)?.endsAt ?? now) : now
    const begun = isRenewal ? await renewals.begunAt(tx, organizationId) : startsAt
    let value = priceOf(planOf(planId)!, interval, seats)
    if (payment.kind === 'change') {
      // Another page may have been paid since this one was ordered, and credited with what was unused then.
      const ended = periods.filter(({ endsAt }) => endsAt > now)
      value += Math.max(0, unusedValue(ended, now) - payment.credit)
      await billing.endPeriods(tx, organizationId, now)
    }
    await billing.unplan(tx, organizationId)
    const period = { startsAt, endsAt: endOfPeriod(startsAt, interval, begun) }
    const bought = { organizationId, userId, planId, interval, seats, ...period, value }
    await billing.insertPeriod(tx, { ...bought, paymentId: payment.id })
    await renewals.paid(tx, organizationId, period.endsAt, renews)
    if (renews && customer)
      await renewals.start(tx, { organizationId, provider, customer, nextAt: period.endsAt })
    return period
  }

  /** The period is worth more by its amount, and the next change credits that. */
  const credit = async (tx: Tx, payment: PaymentRow, period: PeriodRow) => {
    await billing.addSeats(tx, payment, period, { seats: 0, value: payment.amount })
    return { startsAt: new Date(), endsAt: period.endsAt, creditedTo: period.planId }
  }

  /**
   * Adds seats to the periods that existed when they were ordered. If none of them continues, because the page
   * was paid after another change, the amount is credited to the next one.
   */
  const addSeats = async (tx: Tx, payment: PaymentRow, periods: PeriodRow[]) => {
    const now = new Date()
    const last = periods.at(-1)
    const known = nowAndNext(periods, now).filter(({ createdAt }) => createdAt <= payment.createdAt)
    for (const period of known) {
      const value = seatsPrice(planOf(period.planId)!, period.interval, payment.seats)
      await billing.addSeats(tx, payment, period, { seats: payment.seats, value })
    }
    const credited = known.length === 0 && last ? await credit(tx, payment, last) : null
    // Cancels a planned reduction of seats.
    const planned = await billing.plannedFor(payment.organizationId, tx)
    if (planned?.planId === payment.planId && planned.interval === payment.interval)
      await billing.unplan(tx, payment.organizationId)
    return credited ?? { startsAt: now, endsAt: last?.endsAt ?? now }
  }

  const carryOut = (
    tx: Tx,
    payment: PaymentRow,
    periods: PeriodRow[],
    customer: string | null,
  ): Promise<Brought> => {
    if (payment.kind === 'seats') return addSeats(tx, payment, periods)
    const isReplaced = payment.kind === 'change' && payment.status !== 'pending'
    const now = new Date()
    const later = periods.find(({ createdAt, endsAt }) => createdAt > payment.createdAt && endsAt > now)
    // The page of an order that was replaced was paid as well: what is worth more stays. A year's payment would
    // be used up within a small plan's month.
    return isReplaced && later && later.value >= payment.amount
      ? credit(tx, payment, later)
      : begin(tx, payment, periods, customer)
  }

  return {
    /**
     * Carries out a paid order once. `late` if it is reported again, after the order was given up, or after its
     * payment has already paid for another order.
     */
    async settle(id: string, { isFinal, customer = null }: Confirmed) {
      const settled = await billing.withPayment(id, async (tx, payment, others) => {
        if ([payment, ...others].some(({ status }) => status === 'paid')) return 'late'
        if (payment.status !== 'pending' && !isFinal) return 'late'
        const now = new Date()
        const renewal = await billing.renewalOf(payment.organizationId, tx)
        const planned = await billing.plannedFor(payment.organizationId, tx)
        const since = countsSince({ renewal, planned }, now)
        const periods = await billing.periodsOf(payment.organizationId, since, tx)
        const period = await carryOut(tx, payment, periods, customer)
        await billing.setStatus(tx, payment.id, 'paid', now)
        await invoices.issue(tx, { payment, period, at: now })
        return { payment, creditedTo: period.creditedTo }
      })
      if (!settled || settled === 'late') return 'late'
      const { payment, creditedTo } = settled
      tellOfChange(payment.organizationId)
      if (creditedTo)
        log.warn(
          { paymentId: payment.id, amount: payment.amount, currency: payment.currency },
          'a payment was credited: it may have to be refunded',
        )
      await billingNotifications.planChanged(payment, creditedTo)
      return 'paid'
    },

    /** The order ended without payment; a paid one stays paid. */
    async giveUp(id: string, status: 'failed' | 'canceled') {
      const ended = await billing.withPayment(id, async (tx, payment): Promise<PaymentRow | 'late'> => {
        if (payment.status !== 'pending') return 'late'
        await billing.setStatus(tx, payment.id, status)
        return payment
      })
      if (!ended || ended === 'late') return 'late'
      tellOfChange(ended.organizationId)
      if (status === 'failed') await billingNotifications.paymentFailed(ended)
      return 'given up'
    },
  }
}
