import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type * as z from 'zod/mini'
import type {
  Interval,
  LimitKey,
  PaymentOutcome,
  PlanChange,
  PlanChanged,
  PlanPreview,
} from '../../src/services/contract/billing.ts'
import { invalid, refusal } from '../kernel/errors.ts'
import { say } from '../kernel/texts/say.ts'
import type { Membership } from '../organizations/organizations.policy.ts'
import { presentSubscription } from './billing.presenter.ts'
import type { BillingRepository } from './billing.repository.ts'
import type { PaymentRow } from './billing.types.ts'
import type { BillingNotifications } from './billing-notifications.ts'
import { type BillingStatus, type BillingStatuses, countsSince } from './billing-status.ts'
import type { Invoices } from './invoices/invoices.service.ts'
import type { LimitsService } from './limits.ts'
import type { Addresses, PaymentProvider } from './payments/provider.ts'
import {
  CHARGE_MIN,
  CURRENCY,
  endOfPeriod,
  FREE,
  type PlanRow,
  planOf,
  priceOf,
  rankOf,
  seatsPrice,
  withSeats,
} from './plans.ts'
import type { RenewalsRepository } from './renewals/renewals.repository.ts'

type Parts = {
  billing: BillingRepository
  billingStatuses: BillingStatuses
  limits: LimitsService
  provider: PaymentProvider
  billingNotifications: BillingNotifications
  invoices: Invoices
  renewals: RenewalsRepository
  log: FastifyBaseLogger
}

export type Billing = ReturnType<typeof createBilling>

/** What is paid of a period that has not been used yet, in cents. */
const unusedValue = ({ periods }: BillingStatus, now: Date) =>
  periods.reduce((sum, { value, startsAt, endsAt }) => {
    const left = endsAt.getTime() - Math.max(now.getTime(), startsAt.getTime())
    return sum + Math.floor((value * left) / (endsAt.getTime() - startsAt.getTime()))
  }, 0)

const chosen = (planId: string): PlanRow => {
  const plan = planOf(planId)
  if (!plan) throw invalid({ plan_id: say('no_such_plan') })
  if (plan.price === null) throw invalid({ plan_id: say('contact_sales') })
  return plan
}

/** Where a choice says nothing of seats: what is paid or planned for, else room for as many people in the other plan. */
const seatsOf = (
  { plan: current, seats, next, interval: paidBy }: BillingStatus,
  plan: PlanRow,
  interval: Interval,
) => {
  if (next?.planId === plan.id && next.interval === interval) return next.seats
  if (seats === 0 || (plan.id === current.id && interval === paidBy)) return seats
  const missing = (current.limits.members ?? 0) - (plan.limits.members ?? 0)
  return Math.min(Math.max(missing, 0), plan.seats?.max ?? 0)
}

/** Cents for more seats in what is left of the periods that are paid for. */
const seatsDue = ({ periods }: BillingStatus, wanted: number, now: Date) =>
  Math.max(
    CHARGE_MIN,
    Math.ceil(
      periods.reduce((sum, { planId, interval, seats, startsAt, endsAt }) => {
        const left = endsAt.getTime() - Math.max(now.getTime(), startsAt.getTime())
        const price = seatsPrice(planOf(planId) ?? FREE, interval, Math.max(0, wanted - seats))
        return sum + (price * left) / (endsAt.getTime() - startsAt.getTime())
      }, 0),
    ),
  )

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

type Ordered = Pick<
  PaymentRow,
  'organizationId' | 'userId' | 'seats' | 'interval' | 'kind' | 'credit' | 'billedTo' | 'renews'
>

/** What an order of a plan says beside who orders. */
export const orderOf = (
  plan: PlanRow,
  { interval, seats, credit }: Pick<Ordered, 'interval' | 'seats' | 'credit'>,
) => ({
  reference: randomBytes(18).toString('base64url'),
  planId: plan.id,
  amount: priceOf(plan, interval, seats) - credit,
  currency: CURRENCY,
})

/** A plan changes only by what `settle` is told; everything before is an order. */
export const createBilling = ({
  billing,
  billingStatuses,
  limits,
  provider,
  billingNotifications,
  invoices,
  renewals,
  log,
}: Parts) => {
  const current = async (organizationId: string, seesCard = true) =>
    presentSubscription(await billingStatuses.billingStatusOf(organizationId), seesCard)

  const order = async (
    plan: PlanRow,
    ordered: Ordered & { amount?: number },
    addresses: Addresses,
  ): Promise<PlanChanged> => {
    const payment = await billing.order({
      ...orderOf(plan, ordered),
      ...ordered,
      provider: provider.name,
    })
    const renewal = await billing.renewalOf(ordered.organizationId)
    const customer = renewal?.provider === provider.name ? renewal.customer : null
    const { url, providerId } = await provider
      .begin({ payment, plan, customer, ...addresses })
      .catch(async (error: unknown) => {
        log.warn({ err: error }, 'the payment provider took no order')
        await billing.withPayment(payment.id, (tx) => billing.setStatus(tx, payment.id, 'canceled'))
        throw refusal('payment_away')
      })
    if (providerId) await billing.nameAtProvider(payment.id, providerId)
    return { payment_url: url }
  }

  /** How many additional seats are meant. @throws Refusal 422 for more than are sold, 409 for fewer than are used */
  const seatsMeant = async (
    organizationId: string,
    billingStatus: BillingStatus,
    plan: PlanRow,
    { interval, seats }: { interval: Interval; seats?: number | undefined },
  ) => {
    if (seats === undefined) return seatsOf(billingStatus, plan, interval)
    const max = plan.seats?.max ?? 0
    if (seats > max) throw invalid({ seats: say('too_many_seats', { max }) })
    const { members } = await limits.countsOf(organizationId)
    const needed = members - (plan.limits.members ?? members)
    if (seats < needed && plan.id === billingStatus.plan.id)
      throw refusal('seats_in_use', { members, needed })
    return seats
  }

  return {
    current,
    details: billing.details,
    saveDetails: billing.saveDetails,
    paymentsOf: billing.paymentsOf,
    paymentBy: billing.paymentBy,
    invoiceOf: invoices.fileOf,

    /** S2.7: what became of the order; null when there is none of this reference. */
    async outcomeOf(reference: string): Promise<PaymentOutcome | null> {
      const payment = await billing.paymentBy({ reference })
      if (!payment) return null
      const startsAt = await billing.startOf(payment.id)
      return {
        status: payment.status,
        plan_name: planOf(payment.planId)?.name ?? payment.planId,
        starts_at: startsAt && startsAt > new Date() ? startsAt.toISOString() : null,
      }
    },

    /**
     * S4.12 to S4.14: orders what costs, plans what comes later.
     * @throws Refusal 422 for a plan that cannot be chosen, 409 for the current one
     */
    async change(
      { organizationId, userId }: Pick<Membership, 'organizationId' | 'userId'>,
      { plan_id, interval, renew, seats: asked }: z.output<typeof PlanChange>,
      addresses: Addresses,
    ): Promise<PlanChanged> {
      const plan = chosen(plan_id)
      const billingStatus = await billingStatuses.billingStatusOf(organizationId)
      const seats = await seatsMeant(organizationId, billingStatus, plan, { interval, seats: asked })
      const meaning = meaningOf(billingStatus, plan, interval, seats)
      if (meaning === 'current') throw refusal('current_plan')
      if (meaning === 'shorter') throw refusal('interval_locked')
      if (meaning === 'later') {
        if (billingStatus.next?.paid) throw refusal('next_paid')
        if (billingStatus.status === 'paid') await billing.plan(organizationId, plan.id, interval, seats)
        return { subscription: await current(organizationId) }
      }
      const billedTo = await billing.details(organizationId)
      if (!billedTo) return { billing_required: true }
      const now = new Date()
      const ordered = { organizationId, userId, interval, seats, billedTo }
      if (meaning === 'seats') {
        // Its plan goes on while it is charged again, and has no time left that seats could be paid for.
        if (billingStatus.endsAt && billingStatus.endsAt <= now) throw refusal('renewal_unpaid')
        const amount = seatsDue(billingStatus, seats, now)
        return order(plan, { ...ordered, kind: 'seats', credit: 0, amount, renews: false }, addresses)
      }
      const credit = meaning === 'now' ? unusedValue(billingStatus, now) : 0
      const kind = meaning === 'renewal' ? 'renewal' : 'change'
      return order(plan, { ...ordered, kind, credit, renews: renew }, addresses)
    },

    /** Takes a planned change back. @throws Refusal 409 when none is planned */
    async undo(organizationId: string) {
      const { next } = await billingStatuses.billingStatusOf(organizationId)
      if (!next || next.paid) throw refusal('nothing_planned')
      await billing.withdrawPlanned(organizationId)
      return current(organizationId)
    },

    /** What a choice costs, and what it would leave over its limits. */
    async preview(
      organizationId: string,
      planId: string,
      choice: { interval: Interval; seats?: number | undefined },
    ): Promise<PlanPreview> {
      const chosenRow = chosen(planId)
      const { interval } = choice
      const billingStatus = await billingStatuses.billingStatusOf(organizationId)
      const seats = await seatsMeant(organizationId, billingStatus, chosenRow, choice)
      const plan = withSeats(chosenRow, seats)
      const counts = await limits.countsOf(organizationId)
      const over = (Object.keys(counts) as LimitKey[]).flatMap((key) => {
        const max = plan.limits[key]
        return key !== 'messages_month' && max !== null && counts[key] > max
          ? [{ key, used: counts[key], max }]
          : []
      })
      const meaning = meaningOf(billingStatus, plan, interval, seats)
      const now = new Date()
      const price = priceOf(plan, interval, seats)
      return {
        plan_id: plan.id,
        effective_at: meaning === 'later' ? (billingStatus.endsAt?.toISOString() ?? null) : null,
        over,
        due_now:
          meaning === 'seats'
            ? seatsDue(billingStatus, seats, now)
            : meaning === 'now'
              ? price - unusedValue(billingStatus, now)
              : null,
        next_amount: price,
      }
    },

    /**
     * What the provider confirmed: the plan begins, once. `late` when it comes again, or after the order
     * was given up and `isFinal` does not say that money has moved. `customer`: whose card can be charged again.
     */
    async settle(
      id: string,
      { isFinal, customer = null }: { isFinal: boolean; customer?: string | null | undefined },
    ) {
      const settled = await billing.withPayment(id, async (tx, payment): Promise<PaymentRow | 'late'> => {
        if (payment.status === 'paid') return 'late'
        if (payment.status !== 'pending' && !isFinal) return 'late'
        const now = new Date()
        const plan = planOf(payment.planId)!
        const { organizationId, userId, provider, planId, interval, seats } = payment
        const renewal = await billing.renewalOf(organizationId, tx)
        const planned = await billing.plannedFor(organizationId, tx)
        const since = countsSince({ renewal, planned }, now)
        const periods = await billing.periodsOf(organizationId, since, tx)
        if (payment.kind === 'seats') {
          const added = periods.filter(
            (each) => each.createdAt <= payment.createdAt && each.seats < payment.seats,
          )
          for (const each of added) {
            const more = seatsPrice(planOf(each.planId)!, each.interval, payment.seats - each.seats)
            if (more > 0) await billing.addSeats(tx, each, payment, each.value + more)
          }
          // Fewer seats that were planned are not wanted any more.
          if (planned?.planId === planId && planned.interval === interval)
            await billing.unplan(tx, organizationId)
          await billing.setStatus(tx, payment.id, 'paid', now)
          const period = { startsAt: now, endsAt: periods.at(-1)?.endsAt ?? now }
          await invoices.issue(tx, { payment, period, at: now })
          return payment
        }
        const startsAt = payment.kind === 'renewal' ? (periods.at(-1)?.endsAt ?? now) : now
        if (payment.kind === 'change') await billing.endPeriods(tx, organizationId, now)
        await billing.unplan(tx, organizationId)
        const period = { startsAt, endsAt: endOfPeriod(startsAt, interval) }
        const value = priceOf(plan, interval, seats)
        const bought = {
          organizationId,
          userId,
          planId,
          interval,
          seats,
          ...period,
          value,
          paymentId: payment.id,
        }
        await billing.insertPeriod(tx, bought)
        await billing.setStatus(tx, payment.id, 'paid', now)
        await renewals.paid(tx, organizationId, period.endsAt, payment.renews)
        if (payment.renews && customer)
          await renewals.start(tx, { organizationId, provider, customer, nextAt: period.endsAt })
        await invoices.issue(tx, { payment, period, at: now })
        return payment
      })
      if (!settled || settled === 'late') return 'late'
      await billingNotifications.planChanged(settled)
      return 'paid'
    },

    /** The order ended without payment; one that was paid stays so. */
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
