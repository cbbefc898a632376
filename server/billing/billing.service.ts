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
import { CURRENCY, endOfPeriod, FREE, type PlanRow, planOf, priceOf, rankOf } from './plans.ts'
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

/** What a choice means for somebody who stands where they stand. */
const meaningOf = (billingStatus: BillingStatus, plan: PlanRow, interval: Interval) => {
  const { plan: current, status, next, renewable } = billingStatus
  const isFree = plan.id === FREE.id
  if (isFree && status !== 'paid') return status === 'free' ? 'current' : 'later'
  if (status !== 'paid') return 'now'
  const isCurrent = plan.id === current.id && interval === billingStatus.interval
  const isNext = next === null ? isCurrent : plan.id === next.planId && interval === next.interval
  if (renewable && isNext && !isFree) return 'renewal'
  if (isCurrent) return 'current'
  const longer = interval === 'year' && billingStatus.interval === 'month'
  const larger = rankOf(plan.id) > rankOf(current.id)
  if (plan.id === current.id ? !longer : !larger) return 'later'
  return billingStatus.interval === 'year' && interval === 'month' ? 'shorter' : 'now'
}

type Ordered = Pick<
  PaymentRow,
  'organizationId' | 'userId' | 'interval' | 'kind' | 'credit' | 'billedTo' | 'renews'
>

/** What an order of a plan says beside who orders. */
export const orderOf = (plan: PlanRow, { interval, credit }: Pick<Ordered, 'interval' | 'credit'>) => ({
  reference: randomBytes(18).toString('base64url'),
  planId: plan.id,
  amount: priceOf(plan, interval) - credit,
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

  const order = async (plan: PlanRow, ordered: Ordered, addresses: Addresses): Promise<PlanChanged> => {
    const payment = await billing.order({
      ...ordered,
      ...orderOf(plan, ordered),
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
      { plan_id, interval, renew }: z.output<typeof PlanChange>,
      addresses: Addresses,
    ): Promise<PlanChanged> {
      const plan = chosen(plan_id)
      const billingStatus = await billingStatuses.billingStatusOf(organizationId)
      const meaning = meaningOf(billingStatus, plan, interval)
      if (meaning === 'current') throw refusal('current_plan')
      if (meaning === 'shorter') throw refusal('interval_locked')
      if (meaning === 'later') {
        if (billingStatus.next?.paid) throw refusal('next_paid')
        if (billingStatus.status === 'paid') await billing.plan(organizationId, plan.id, interval)
        return { subscription: await current(organizationId) }
      }
      const billedTo = await billing.details(organizationId)
      if (!billedTo) return { billing_required: true }
      const credit = meaning === 'now' ? unusedValue(billingStatus, new Date()) : 0
      const kind = meaning === 'renewal' ? 'renewal' : 'change'
      const ordered = { organizationId, userId, interval, kind, credit, billedTo, renews: renew } as const
      return order(plan, ordered, addresses)
    },

    /** Takes a planned change back. @throws Refusal 409 when none is planned */
    async undo(organizationId: string) {
      const { next } = await billingStatuses.billingStatusOf(organizationId)
      if (!next || next.paid) throw refusal('nothing_planned')
      await billing.withdrawPlanned(organizationId)
      return current(organizationId)
    },

    /** What a plan would leave over its limits. */
    async preview(organizationId: string, planId: string, interval: Interval): Promise<PlanPreview> {
      const plan = chosen(planId)
      const billingStatus = await billingStatuses.billingStatusOf(organizationId)
      const counts = await limits.countsOf(organizationId)
      const over = (Object.keys(counts) as LimitKey[]).flatMap((key) => {
        const max = plan.limits[key]
        return key !== 'messages_month' && max !== null && counts[key] > max
          ? [{ key, used: counts[key], max }]
          : []
      })
      const later = meaningOf(billingStatus, plan, interval) === 'later'
      return {
        plan_id: plan.id,
        effective_at: later ? (billingStatus.endsAt?.toISOString() ?? null) : null,
        over,
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
        const { organizationId, userId, provider, planId, interval } = payment
        const renewal = await billing.renewalOf(organizationId, tx)
        const planned = await billing.plannedFor(organizationId, tx)
        const since = countsSince({ renewal, planned }, now)
        const periods = await billing.periodsOf(organizationId, since, tx)
        const startsAt = payment.kind === 'renewal' ? (periods.at(-1)?.endsAt ?? now) : now
        if (payment.kind === 'change') await billing.endPeriods(tx, organizationId, now)
        await billing.unplan(tx, organizationId)
        const period = { startsAt, endsAt: endOfPeriod(startsAt, interval) }
        const value = priceOf(plan, interval)
        const bought = { organizationId, userId, planId, interval, ...period, value, paymentId: payment.id }
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
