import type { FastifyBaseLogger } from 'fastify'
import type { Card } from '../../../src/services/contract/billing.ts'
import type { Background } from '../../kernel/background.ts'
import type { Config } from '../../kernel/config/config.ts'
import type { WithLock } from '../../kernel/db/named-lock.ts'
import { DAY } from '../../kernel/durations.ts'
import { refusal } from '../../kernel/errors.ts'
import type { BillingRepository } from '../billing.repository.ts'
import { orderOf } from '../billing.service.ts'
import type { PaymentRow, RenewalRow } from '../billing.types.ts'
import { renews } from '../billing-status.ts'
import type { TellOfChange } from '../news.ts'
import { type Addresses, type PaymentProvider, refuseInCopy } from '../payments/provider.ts'
import { FREE, GRACE, planOf, priceOf } from '../plans.ts'
import type { Settlement } from '../settlement.ts'
import type { RenewalNotices } from './renewal-notices.ts'
import type { RenewalsRepository } from './renewals.repository.ts'

/** Time between failed attempts. */
const TRIED_EVERY = 2 * DAY
/** Waits for an order being paid by hand, to avoid paying a period twice. */
const BY_HAND = 2 * 60 * 60 * 1000

type Parts = {
  config: Pick<Config, 'quiet'>
  renewals: RenewalsRepository
  repository: BillingRepository
  settlement: Settlement
  provider: PaymentProvider
  notices: RenewalNotices
  tellOfChange: TellOfChange
  withLongLock: WithLock
  background: Background
  log: FastifyBaseLogger
}

export type Renewals = ReturnType<typeof createRenewals>

/** Charges the card on file when a period ends, retries while it is declined, and then lets the plan end. */
export const createRenewals = (parts: Parts) => {
  const { config, renewals, repository, settlement, provider, notices, tellOfChange } = parts
  const { withLongLock, background, log } = parts

  const lastPeriodOf = async (organizationId: string, now: Date) =>
    (await repository.periodsOf(organizationId, new Date(now.getTime() - GRACE))).at(-1) ?? null

  /** The charge failed: notifies the owners once, and retries later. */
  const declined = async ({ organizationId, planId }: PaymentRow, now: Date) => {
    if (!(await renewals.pastDue(organizationId, now))) return
    tellOfChange(organizationId)
    const last = await lastPeriodOf(organizationId, now)
    const left = (last?.endsAt ?? now).getTime() + GRACE - now.getTime()
    await notices.declined({ organizationId, planId, days: Math.ceil(left / DAY) })
  }

  const end = async ({ organizationId }: RenewalRow, now: Date) => {
    const planId = await renewals.lastPlanOf(organizationId)
    await renewals.end(organizationId, now)
    if (planId) await notices.ended({ organizationId, planId })
  }

  /** The order to pay now: that of an earlier attempt, or a new one if another plan was chosen since. */
  const orderFor = async (
    organizationId: string,
    { planId, interval, seats }: Pick<PaymentRow, 'planId' | 'interval' | 'seats'>,
  ) => {
    const earlier = await renewals.order(organizationId)
    const isSame = earlier?.planId === planId && earlier.interval === interval && earlier.seats === seats
    if (earlier && isSame) return earlier
    const billedTo = await repository.details(organizationId)
    const plan = planOf(planId)
    if (!billedTo || !plan) return null
    const { payment } = await repository.order({
      ...orderOf(planId, priceOf(plan, interval, seats)),
      organizationId,
      interval,
      seats,
      billedTo,
      kind: 'renewal',
      renews: true,
      automatic: true,
      provider: provider.name,
    })
    return payment
  }

  /** Asked just before money moves: by then the owner may have stopped the renewal, or chosen Free. */
  const isWanted = async ({ id, organizationId }: PaymentRow) => {
    const payment = await repository.paymentBy({ id })
    const renewal = await repository.renewalOf(organizationId)
    const planned = await repository.plannedFor(organizationId)
    return payment?.status === 'pending' && renews({ renewal, planned })
  }

  const renew = async (organizationId: string, now: Date) => {
    const renewal = await repository.renewalOf(organizationId)
    // While others were charged, it may have been stopped or paid.
    if (!renewal || renewal.canceledAt || renewal.nextAt > now) return
    const { customer, attempts } = renewal
    const last = await lastPeriodOf(organizationId, now)
    const planned = await repository.plannedFor(organizationId)
    if (!last) return end(renewal, now)
    if (last.endsAt > now) return renewals.tryAgainAt(organizationId, last.endsAt)
    if (!renews({ renewal, planned })) return renewals.end(organizationId, now)
    if (await renewals.paysByHand(organizationId, new Date(now.getTime() - BY_HAND))) return
    const payment = await orderFor(organizationId, planned ?? last)
    if (!payment) return
    const charged = await provider.charge({
      payment,
      customer,
      due: last.endsAt,
      attempts,
      name: (providerId) => repository.nameAtProvider(payment.id, providerId),
      isWanted: () => isWanted(payment),
    })
    if (charged === 'unwanted') return
    if (charged === 'paid') return settlement.settle(payment.id, { isFinal: true })
    const nextAt = new Date(Math.min(now.getTime() + TRIED_EVERY, last.endsAt.getTime() + GRACE))
    if (charged === 'waiting') return renewals.tryAgainAt(organizationId, nextAt)
    await renewals.failed(organizationId, attempts, nextAt)
    return declined(payment, now)
  }

  /** Hourly, and after a card change. A failure does not stop the others. */
  const run = (now = new Date()) =>
    withLongLock('renewals', async () => {
      for (const organizationId of await renewals.due(now, provider.name)) {
        // The next pass goes on.
        if (background.isEnding()) return
        await renew(organizationId, now)
          .then(() => tellOfChange(organizationId))
          .catch((error: unknown) => log.error({ err: error }, 'a plan could not be renewed'))
      }
    })

  return {
    run,

    /** The provider's later report of an unpaid order. */
    async wasDeclined(payment: PaymentRow, now = new Date()) {
      if (payment.automatic && payment.status === 'pending') await declined(payment, now)
    },

    /** @throws Refusal 409 without a card on file, or after the plan has ended */
    async set(organizationId: string, wants: boolean, now = new Date()) {
      const renewal = await repository.renewalOf(organizationId)
      const last = await lastPeriodOf(organizationId, now)
      if (!renewal || !last) throw refusal('nothing_renews')
      const planned = await repository.plannedFor(organizationId)
      if (wants === renews({ renewal, planned })) return
      if (!wants) {
        await renewals.stop(organizationId, now)
        return tellOfChange(organizationId)
      }
      // Days of grace are only for a plan that renews.
      if (last.endsAt <= now) throw refusal('nothing_renews')
      if (planned?.planId === FREE.id) await repository.withdrawPlanned(organizationId)
      await renewals.resume(organizationId, last.endsAt)
      tellOfChange(organizationId)
    },

    /** Page for changing the card. @throws Refusal 409 without a card on file, here or at the provider, 503 */
    async cardPage(organizationId: string, addresses: Addresses): Promise<string> {
      const renewal = await repository.renewalOf(organizationId)
      if (!renewal) throw refusal('nothing_renews')
      refuseInCopy(config, provider)
      const page = await provider.cardPage(renewal, addresses).catch((error: unknown) => {
        log.warn({ err: error }, 'the payment provider gave no page for a card')
        throw refusal('payment_away')
      })
      if (page === null) throw refusal('card_gone')
      return page
    },

    /** Records which card is charged. A new one is charged at once with what is past due. */
    async cardChanged(organizationId: string, customer: string, now = new Date()) {
      const renewal = await repository.renewalOf(organizationId)
      if (!renewal) return
      const card = await provider.cardOf(customer)
      await renewals.keepCard(organizationId, customer, card)
      tellOfChange(organizationId)
      if (!renewal.failedAt || isSameCard(renewal.card, card)) return
      await renewals.tryAgainAt(organizationId, now)
      background.run('renewing with another card', () => run(now))
    },
  }
}

const isSameCard = (a: Card | null, b: Card | null) =>
  a?.brand === b?.brand && a?.last4 === b?.last4 && a?.expires === b?.expires
