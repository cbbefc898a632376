import type { FastifyPluginAsync } from 'fastify'
import { Uuid } from '../../../src/services/contract/common.ts'
import type { StripeSettings } from '../../kernel/config/payments.ts'
import { Refusal } from '../../kernel/errors.ts'
import { takeRawJson } from '../../kernel/http/bodies.ts'
import type { BillingRepository } from '../billing.repository.ts'
import type { RenewalsRepository } from '../renewals/renewals.repository.ts'
import type { Renewals } from '../renewals/renewals.service.ts'
import type { Settlement } from '../settlement.ts'
import { clientOf, type StripePayments } from './stripe.ts'

/** Maximum age of a signed message, in seconds. */
const TOLERANCE = 300
const BODY_MAX = 256 * 1024

const refuse = (detail: string) => new Refusal(400, { detail, code: 'bad_event' })

type Session = {
  id: string
  client_reference_id: string | null
  payment_status: string
  amount_total: number | null
  currency: string | null
  customer?: string | null
  payment_intent?: string | null
}

type Intent = {
  id: string
  amount: number
  currency: string
  metadata?: { order?: string }
}

type Parts = {
  settings: StripeSettings
  payments: StripePayments
  repository: BillingRepository
  renewalsRepository: RenewalsRepository
  settlement: Settlement
  renewals: Renewals
}

/**
 * Signed over the raw body, at most five minutes old. An event counts as processed once its effects are stored:
 * if the process ends before, it is sent again. So all effects can happen twice, even at the same time.
 */
export const stripeWebhook =
  (parts: Parts): FastifyPluginAsync =>
  async (app) => {
    const { settings, payments, repository, renewalsRepository, settlement, renewals } = parts
    const stripe = clientOf(settings)
    takeRawJson(app, BODY_MAX)

    /** Accepts only what was ordered there, at the ordered price. The account may sell other things as well. */
    const paymentOf = async (
      orderId: string | null | undefined,
      sold: { id: string; amount: number | null; currency: string | null },
    ) => {
      const { data: id } = Uuid.safeParse(orderId)
      const payment = id ? await repository.paymentBy({ id }) : null
      const isOurs =
        payment?.providerId === sold.id &&
        payment.amount === sold.amount &&
        payment.currency === sold.currency
      return isOurs ? payment : null
    }

    const takeCard = async (customer: string, intent: string, outcome: 'paid' | 'late') => {
      const renewal = await renewalsRepository.ofCustomer('stripe', customer)
      // Once a card is known, its owner may have chosen another one since.
      if (!renewal || (outcome === 'late' && renewal.card)) return
      await payments.keepCardOf(customer, intent)
      await renewals.cardChanged(renewal.organizationId, customer)
    }

    const takeSession = async (type: string, session: Session) => {
      const { client_reference_id, amount_total: amount, customer, payment_intent: intent } = session
      const payment = await paymentOf(client_reference_id, { ...session, amount })
      if (!payment) {
        // Money for an order that was deleted can only be given back by hand.
        app.log.warn(
          { type, session: session.id, amount, currency: session.currency },
          'a payment event names no order of ours',
        )
        return
      }
      const isPaid =
        (type === 'checkout.session.completed' && session.payment_status === 'paid') ||
        type === 'checkout.session.async_payment_succeeded'
      if (isPaid) {
        const outcome = await settlement.settle(payment.id, { isFinal: true, customer })
        if (payment.renews && customer && intent) await takeCard(customer, intent, outcome)
      }
      if (type === 'checkout.session.async_payment_failed') await settlement.giveUp(payment.id, 'failed')
      if (type === 'checkout.session.expired') await settlement.giveUp(payment.id, 'canceled')
    }

    /** Handles the intent of a renewal; checkout sessions report their own. */
    const takeIntent = async (type: string, intent: Intent) => {
      const payment = await paymentOf(intent.metadata?.order, intent)
      if (!payment) return
      if (type === 'payment_intent.succeeded') await settlement.settle(payment.id, { isFinal: true })
      if (type === 'payment_intent.payment_failed') await renewals.wasDeclined(payment)
    }

    const takeCustomer = async (customer: string) => {
      const renewal = await renewalsRepository.ofCustomer('stripe', customer)
      if (renewal) await renewals.cardChanged(renewal.organizationId, customer)
    }

    const take = async (type: string, object: unknown) => {
      if (type.startsWith('checkout.session.')) await takeSession(type, object as Session)
      if (type.startsWith('payment_intent.')) await takeIntent(type, object as Intent)
      if (type === 'customer.updated') await takeCustomer((object as { id: string }).id)
    }

    app.post(
      '/api/v1/payments/stripe/webhook',
      { config: { public: true }, schema: { hide: true } },
      async ({ body, headers }) => {
        const signature = headers['stripe-signature']
        if (typeof signature !== 'string' || !Buffer.isBuffer(body)) throw refuse('The event is not signed.')
        const event = await stripe.webhooks
          .constructEventAsync(body, signature, settings.webhookSecret, TOLERANCE)
          .catch(() => {
            throw refuse('The signature of the event is not good, or too old.')
          })
        // Acknowledged, so that it is not sent again.
        if (await repository.hasTaken(event.id)) return { received: true, repeated: true }
        await take(event.type, event.data.object)
        await repository.takeEvent(event.id)
        return { received: true }
      },
    )
  }
