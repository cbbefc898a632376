import type { FastifyPluginAsync } from 'fastify'
import Stripe from 'stripe'
import type { StripeSettings } from '../../kernel/config/payments.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { BillingRepository } from '../billing.repository.ts'
import type { Billing } from '../billing.service.ts'
import { priceOf } from '../plans.ts'
import type { PaymentProvider } from './provider.ts'

const TIMEOUT = 20_000 // ms
const RETRIES = 1
/** How old a signed message may be, in seconds. */
const TOLERANCE = 300
const BODY_MAX = 256 * 1024

const clientOf = ({ secretKey, apiBase }: StripeSettings) => {
  const elsewhere = apiBase === null ? null : new URL(apiBase)
  return new Stripe(secretKey, {
    timeout: TIMEOUT,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(elsewhere && {
      host: elsewhere.hostname,
      port: elsewhere.port,
      protocol: elsewhere.protocol === 'http:' ? 'http' : 'https',
    }),
  })
}

export const createStripePayments = (settings: StripeSettings): PaymentProvider => {
  const stripe = clientOf(settings)
  return {
    name: 'stripe',
    async begin({ payment, plan, appOrigin }) {
      const per = payment.interval === 'year' ? 'one year' : 'one month'
      const credited = payment.credit > 0 ? ', less the unused time of your plan' : ''
      const order = new URLSearchParams({ order: payment.reference })
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: payment.id,
          customer_email: payment.billedTo.email,
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: payment.currency,
                unit_amount: payment.amount,
                product_data: {
                  name: `Lectern ${plan.name}, ${per}`,
                  description: `${priceOf(plan, payment.interval) / 100} USD for ${per}${credited}`,
                },
              },
            },
          ],
          success_url: `${appOrigin}/payment-success?${order}`,
          cancel_url: `${appOrigin}/pricing`,
        },
        { idempotencyKey: payment.id },
      )
      if (!session.url) throw new Error('the payment provider gave no address to pay at')
      return { url: session.url, providerId: session.id }
    },
  }
}

const refuse = (detail: string) => new Refusal(400, { detail, code: 'bad_event' })

type Session = {
  id: string
  client_reference_id: string | null
  payment_status: string
  amount_total: number | null
  currency: string | null
}

/** Signed over the raw body, at most five minutes old, taken once. */
export const stripeWebhook =
  (settings: StripeSettings, repository: BillingRepository, billing: Billing): FastifyPluginAsync =>
  async (app) => {
    const stripe = clientOf(settings)
    app.removeContentTypeParser('application/json')
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: BODY_MAX },
      (_request, body, done) => done(null, body),
    )

    /** Only what was ordered there, at the price that was ordered. */
    const paymentOf = async ({ id, client_reference_id, amount_total, currency }: Session) => {
      const payment = client_reference_id ? await repository.paymentBy({ id: client_reference_id }) : null
      const isOurs =
        payment?.providerId === id && payment.amount === amount_total && payment.currency === currency
      return isOurs ? payment : null
    }

    const take = async (type: string, session: Session) => {
      const payment = await paymentOf(session)
      if (!payment) {
        app.log.warn({ type }, 'a payment event names no order of ours')
        return
      }
      const isPaid = session.payment_status === 'paid'
      if (type === 'checkout.session.completed' && isPaid) await billing.settle(payment.id, { isFinal: true })
      if (type === 'checkout.session.async_payment_succeeded')
        await billing.settle(payment.id, { isFinal: true })
      if (type === 'checkout.session.async_payment_failed') await billing.giveUp(payment.id, 'failed')
      if (type === 'checkout.session.expired') await billing.giveUp(payment.id, 'canceled')
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
        // Answered as taken: who sends it again is to stop.
        if (!(await repository.takeEvent(event.id))) return { received: true, repeated: true }
        try {
          if (event.type.startsWith('checkout.session.')) await take(event.type, event.data.object as Session)
        } catch (error) {
          await repository.forgetEvent(event.id)
          throw error
        }
        return { received: true }
      },
    )
  }
