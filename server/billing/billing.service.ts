import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type * as z from 'zod/mini'
import type {
  BillingDetails,
  LimitKey,
  PaymentOutcome,
  PlanChange,
  PlanChanged,
  PlanPreview,
} from '../../src/services/contract/billing.ts'
import type { Config } from '../kernel/config/config.ts'
import { refusal } from '../kernel/errors.ts'
import type { Membership } from '../organizations/organizations.policy.ts'
import { presentSubscription } from './billing.presenter.ts'
import type { BillingRepository } from './billing.repository.ts'
import type { NewPayment } from './billing.types.ts'
import type { BillingStatuses } from './billing-status.ts'
import type { Invoices } from './invoices/invoices.service.ts'
import type { LimitsService } from './limits.ts'
import type { TellOfChange } from './news.ts'
import { type Addresses, type PaymentProvider, refuseInCopy } from './payments/provider.ts'
import { CURRENCY, nameOf, type PlanRow, withSeats } from './plans.ts'
import { type Choice, termsOf } from './terms.ts'

type Parts = {
  config: Pick<Config, 'quiet'>
  billing: BillingRepository
  billingStatuses: BillingStatuses
  limits: LimitsService
  provider: PaymentProvider
  invoices: Pick<Invoices, 'creditedTo' | 'fileOf'>
  tellOfChange: TellOfChange
  log: FastifyBaseLogger
}

export type Billing = ReturnType<typeof createBilling>

/** Terms of an order, without its owner and seats. */
export const orderOf = (planId: string, amount: number) => ({
  reference: randomBytes(18).toString('base64url'),
  planId,
  amount,
  currency: CURRENCY,
})

/** Only `settle` changes a plan; everything before it is an order. */
export const createBilling = (parts: Parts) => {
  const { config, billing, billingStatuses, limits, provider, invoices, tellOfChange, log } = parts
  const current = async (organizationId: string, seesCard = true) =>
    presentSubscription(await billingStatuses.billingStatusOf(organizationId), seesCard)

  const order = async (
    plan: PlanRow,
    row: Omit<NewPayment, 'provider'>,
    addresses: Addresses,
  ): Promise<PlanChanged> => {
    refuseInCopy(config, provider)
    const close = (id: string) =>
      provider.closePage(id).catch((error: unknown) => {
        log.info({ err: error }, 'the page of a replaced order stays open')
      })
    const { payment, pages } = await billing.order({ ...row, provider: provider.name })
    const closing = pages.map(close)
    const renewal = await billing.renewalOf(payment.organizationId)
    const { url, providerId } = await provider
      .begin({ payment, plan, customer: renewal?.customer ?? null, ...addresses })
      .catch(async (error: unknown) => {
        log.warn({ err: error }, 'the payment provider took no order')
        await billing.withPayment(payment.id, (tx) => billing.setStatus(tx, payment.id, 'canceled'))
        throw refusal('payment_away')
      })
    // Anyone who replaced the order in the meantime did not know its page.
    if (providerId && !(await billing.nameAtProvider(payment.id, providerId))) {
      await close(providerId)
      throw refusal('payment_away')
    }
    await Promise.all(closing)
    tellOfChange(row.organizationId)
    return { payment_url: url }
  }

  /** Evaluates a choice against the organization's status and usage. */
  const weigh = async (organizationId: string, choice: Choice, now: Date) => {
    const billingStatus = await billingStatuses.billingStatusOf(organizationId, now)
    const counts = await limits.countsOf(organizationId)
    return { billingStatus, counts, terms: termsOf(billingStatus, counts.members, choice, now) }
  }

  return {
    current,
    details: billing.details,
    async saveDetails(organizationId: string, details: BillingDetails) {
      const saved = await billing.saveDetails(organizationId, details)
      tellOfChange(organizationId)
      return saved
    },
    paymentsOf: billing.paymentsOf,
    paymentBy: billing.paymentBy,
    invoiceOf: invoices.fileOf,

    /** S2.7: the outcome of an order; null if none has this reference. */
    async outcomeOf(reference: string): Promise<PaymentOutcome | null> {
      const payment = await billing.paymentBy({ reference })
      if (!payment) return null
      const startsAt = await billing.startOf(payment.id)
      const creditedTo = await invoices.creditedTo(payment)
      return {
        status: payment.status,
        plan_name: nameOf(creditedTo ?? payment.planId),
        more_seats: payment.kind === 'seats' && creditedTo === null ? payment.seats : null,
        credited: creditedTo !== null,
        starts_at: startsAt && startsAt > new Date() ? startsAt.toISOString() : null,
      }
    },

    /**
     * S4.12 to S4.14: orders paid changes, plans later ones.
     * @throws Refusal 422 for a plan that cannot be chosen, 409 for the current one
     */
    async change(
      { organizationId, userId }: Pick<Membership, 'organizationId' | 'userId'>,
      { renew, ...choice }: z.output<typeof PlanChange>,
      addresses: Addresses,
    ): Promise<PlanChanged> {
      const { billingStatus, terms } = await weigh(organizationId, choice, new Date())
      const { plan, interval, seats, meaning, charge } = terms
      if (meaning === 'current') throw refusal('current_plan')
      if (meaning === 'shorter') throw refusal('interval_locked')
      if (!charge) {
        if (billingStatus.next?.paid) throw refusal('next_paid')
        if (billingStatus.status === 'paid') await billing.plan(organizationId, plan.id, interval, seats)
        tellOfChange(organizationId)
        return { subscription: await current(organizationId) }
      }
      const billedTo = await billing.details(organizationId)
      if (!billedTo) return { billing_required: true }
      const renews = renew && charge.kind !== 'seats'
      const ordered = { organizationId, userId, interval, billedTo, renews, ...charge }
      return order(plan, { ...orderOf(plan.id, charge.amount), ...ordered }, addresses)
    },

    /** Cancels a planned change. @throws Refusal 409 if there is none */
    async undo(organizationId: string) {
      const { next } = await billingStatuses.billingStatusOf(organizationId)
      if (!next || next.paid) throw refusal('nothing_planned')
      await billing.withdrawPlanned(organizationId)
      tellOfChange(organizationId)
      return current(organizationId)
    },

    /** The price of a choice, and usage that would exceed its limits. */
    async preview(organizationId: string, choice: Choice): Promise<PlanPreview> {
      const now = new Date()
      const { billingStatus, counts, terms } = await weigh(organizationId, choice, now)
      const { endsAt } = billingStatus
      const startsLater = terms.meaning === 'later' && endsAt !== null && endsAt > now
      const { limits: room } = withSeats(terms.plan, terms.seats)
      const over = (Object.keys(counts) as LimitKey[]).flatMap((key) => {
        const max = room[key]
        return key !== 'messages_month' && max !== null && counts[key] > max
          ? [{ key, used: counts[key], max }]
          : []
      })
      return {
        plan_id: terms.plan.id,
        effective_at: startsLater ? endsAt.toISOString() : null,
        over,
        seats: terms.seats,
        due_now: terms.charge?.amount ?? null,
        next_amount: terms.price,
      }
    },
  }
}
