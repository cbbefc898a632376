import type { Tx } from '../kernel/db/open.ts'
import type { BillingRepository } from './billing.repository.ts'
import type { PaymentRow, PeriodRow } from './billing.types.ts'
import type { BillingNotifications } from './billing-notifications.ts'
import { countsSince, nowAndNext } from './billing-status.ts'
import type { Invoices } from './invoices/invoices.service.ts'
import { endOfPeriod, planOf, priceOf, seatsPrice } from './plans.ts'
import type { RenewalsRepository } from './renewals/renewals.repository.ts'

type Parts = {
  billing: BillingRepository
  billingNotifications: BillingNotifications
  invoices: Invoices
  renewals: RenewalsRepository
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
export const createSettlement = ({ billing, billingNotifications, invoices, renewals }: Parts) => {
  const begin = async (tx: Tx, payment: PaymentRow, periods: PeriodRow[], customer: string | null) => {
    const { organizationId, userId, provider, planId, interval, seats, renews } = payment
    const now = new Date()
    const startsAt = payment.kind === 'renewal' ? (periods.at(-1)?.endsAt ?? now) : now
    if (payment.kind === 'change') await billing.endPeriods(tx, organizationId, now)
    await billing.unplan(tx, organizationId)
    const period = { startsAt, endsAt: endOfPeriod(startsAt, interval) }
    const value = priceOf(planOf(planId)!, interval, seats)
    const bought = { organizationId, userId, planId, interval, seats, ...period, value }
    await billing.insertPeriod(tx, { ...bought, paymentId: payment.id })
    await renewals.paid(tx, organizationId, period.endsAt, renews)
    if (renews && customer)
      await renewals.start(tx, { organizationId, provider, customer, nextAt: period.endsAt })
    return period
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
    if (known.length === 0 && last)
      await billing.addSeats(tx, payment, last, { seats: 0, value: payment.amount })
    // Cancels a planned reduction of seats.
    const planned = await billing.plannedFor(payment.organizationId, tx)
    if (planned?.planId === payment.planId && planned.interval === payment.interval)
      await billing.unplan(tx, payment.organizationId)
    return { startsAt: now, endsAt: last?.endsAt ?? now }
  }

  return {
    /**
     * Carries out a paid order once. `late` if it is reported again, after the order was given up, or after its
     * payment has already paid for another order.
     */
    async settle(id: string, { isFinal, customer = null }: Confirmed) {
      const settled = await billing.withPayment(
        id,
        async (tx, payment, others): Promise<PaymentRow | 'late'> => {
          if ([payment, ...others].some(({ status }) => status === 'paid')) return 'late'
          if (payment.status !== 'pending' && !isFinal) return 'late'
          const now = new Date()
          const renewal = await billing.renewalOf(payment.organizationId, tx)
          const planned = await billing.plannedFor(payment.organizationId, tx)
          const since = countsSince({ renewal, planned }, now)
          const periods = await billing.periodsOf(payment.organizationId, since, tx)
          const period =
            payment.kind === 'seats'
              ? await addSeats(tx, payment, periods)
              : await begin(tx, payment, periods, customer)
          await billing.setStatus(tx, payment.id, 'paid', now)
          await invoices.issue(tx, { payment, period, at: now })
          return payment
        },
      )
      if (!settled || settled === 'late') return 'late'
      await billingNotifications.planChanged(settled)
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
      if (status === 'failed') await billingNotifications.paymentFailed(ended)
      return 'given up'
    },
  }
}
