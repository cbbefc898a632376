import Stripe from 'stripe'
import type { Card } from '../../../src/services/contract/billing.ts'
import type { StripeSettings } from '../../kernel/config/payments.ts'
import { currentCaller } from '../../kernel/http/caller.ts'
import type { PaymentRow } from '../billing.types.ts'
import { type PlanRow, planOf } from '../plans.ts'
import type { Charge, Charged, Order, PaymentProvider } from './provider.ts'
import { renewalText, seatsText } from './renewal-text.ts'

const TIMEOUT = 20_000 // ms
const RETRIES = 1
/** How long an order can be paid, in seconds. */
const PAYABLE_FOR = 60 * 60

export const clientOf = ({ secretKey, apiBase }: StripeSettings) => {
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

const perOf = ({ interval }: Pick<PaymentRow, 'interval'>) => (interval === 'year' ? 'one year' : 'one month')

const nameOf = (payment: PaymentRow, { name }: PlanRow) => {
  const seats = payment.seats > 0 ? `, ${seatsText(payment.seats)}` : ''
  return `Lectern ${name}${payment.kind === 'seats' ? '' : `, ${perOf(payment)}`}${seats}`
}

const cardOfMethod = ({ card }: Stripe.PaymentMethod): Card | null =>
  card
    ? {
        brand: card.brand,
        last4: card.last4,
        expires: `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}`,
      }
    : null

/** Saves the card so that it can be charged without its holder. */
const keepingCard = (payment: PaymentRow, customer: string | null) =>
  ({
    allowed_payment_method_types: ['card'],
    payment_intent_data: { setup_future_usage: 'off_session' },
    custom_text: { submit: { message: renewalText(payment, currentCaller().language) } },
    ...(customer ? { customer } : { customer_creation: 'always' }),
  }) satisfies Partial<Stripe.Checkout.SessionCreateParams>

/** Null if the customer was deleted, or belongs to another Stripe account. `id` is what a customer is looked up by. */
const unlessGone = (error: unknown) => {
  const isMissing = error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'
  if (isMissing && (error.param === 'customer' || error.param === 'id')) return null
  throw error
}

/** Null if the page was paid, has expired or is gone. */
const unlessClosed = (error: unknown) => {
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return null
  throw error
}

export type StripePayments = ReturnType<typeof createStripePayments>

export const createStripePayments = (settings: StripeSettings) => {
  const stripe = clientOf(settings)

  /** The method chosen in the portal or used last, else any on file. */
  const methodOf = async (customer: string): Promise<Stripe.PaymentMethod | null> => {
    const found = await stripe.customers.retrieve(customer, {
      expand: ['invoice_settings.default_payment_method'],
    })
    if (found.deleted) return null
    const chosen = found.invoice_settings.default_payment_method
    if (chosen && typeof chosen !== 'string') return chosen
    const { data } = await stripe.customers.listPaymentMethods(customer, { type: 'card', limit: 1 })
    return data[0] ?? null
  }

  /**
   * One intent per period, however often it is tried: a successful one cannot be confirmed again. It is looked
   * up at Stripe, because a restored backup does not know later charges.
   */
  const intentOf = async ({ payment, customer, due, name }: Charge) => {
    const named = payment.providerId ? await stripe.paymentIntents.retrieve(payment.providerId) : null
    if (named && named.status !== 'canceled') return named
    const created = { gte: Math.floor(due.getTime() / 1000) }
    const { data } = await stripe.paymentIntents.list({ customer, created, limit: 100 })
    const ofPeriod = data.filter(
      ({ metadata, status }) => metadata.due === due.toISOString() && status !== 'canceled',
    )
    // Even of another order: a later choice does not charge the period a second time.
    const underWay = ofPeriod.find(({ status }) => status === 'processing')
    if (underWay) return underWay
    const earlier = ofPeriod.find(
      ({ amount, currency }) => amount === payment.amount && currency === payment.currency,
    )
    if (earlier) {
      // Its events name the order that it pays for now.
      await stripe.paymentIntents.update(earlier.id, { metadata: { order: payment.id } })
      await name(earlier.id)
      return earlier
    }
    const plan = planOf(payment.planId) as PlanRow
    const intent = await stripe.paymentIntents.create(
      {
        amount: payment.amount,
        currency: payment.currency,
        customer,
        allowed_payment_method_types: ['card'],
        description: nameOf(payment, plan),
        metadata: { order: payment.id, due: due.toISOString() },
      },
      // A canceled intent cannot be confirmed: another one takes its place.
      { idempotencyKey: `renewal-${payment.id}${named ? `-after-${named.id}` : ''}` },
    )
    await name(intent.id)
    return intent
  }

  const tryToCharge = async (asked: Charge): Promise<Charged> => {
    const intent = await intentOf(asked)
    if (intent.status === 'succeeded') return 'paid'
    if (intent.status === 'processing') return 'waiting'
    const method = await methodOf(asked.customer)
    if (!method) return 'declined'
    if (!(await asked.isWanted())) return 'unwanted'
    try {
      const { status } = await stripe.paymentIntents.confirm(
        intent.id,
        { payment_method: method.id, off_session: true },
        // Stripe refuses a key that comes back with another card.
        { idempotencyKey: `renewal-${asked.payment.id}-${asked.attempts}-${method.id}` },
      )
      return status === 'succeeded' ? 'paid' : status === 'processing' ? 'waiting' : 'declined'
    } catch (error) {
      // Includes cards whose bank requires confirmation: the holder pays on a page.
      if (error instanceof Stripe.errors.StripeCardError) return 'declined'
      throw error
    }
  }

  const createSession = ({ payment, plan, customer, appOrigin }: Order, idempotencyKey: string) => {
    const span = payment.kind === 'seats' ? 'the rest of the paid period' : perOf(payment)
    const credited = payment.credit > 0 ? ', less the unused time of your plan' : ''
    const order = new URLSearchParams({ order: payment.reference })
    return stripe.checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: payment.id,
        expires_at: Math.floor(payment.createdAt.getTime() / 1000) + PAYABLE_FOR,
        ...(payment.renews && customer ? {} : { customer_email: payment.billedTo.email }),
        ...(payment.renews && keepingCard(payment, customer)),
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: payment.currency,
              unit_amount: payment.amount,
              product_data: {
                name: nameOf(payment, plan),
                description: `${(payment.amount + payment.credit) / 100} USD for ${span}${credited}`,
              },
            },
          },
        ],
        success_url: `${appOrigin}/payment-success?${order}`,
        cancel_url: `${appOrigin}/pricing`,
      },
      { idempotencyKey },
    )
  }

  return {
    name: 'stripe' as const,

    // A customer who is gone has no card.
    charge: async (asked) => (await tryToCharge(asked).catch(unlessGone)) ?? 'declined',

    async begin(order) {
      const { customer, payment } = order
      const session =
        (await createSession(order, payment.id).catch(unlessGone)) ??
        // Paying makes them a customer again.
        (await createSession({ ...order, customer: null }, `${payment.id}-without-${customer}`))
      if (!session.url) throw new Error('the payment provider gave no address to pay at')
      return { url: session.url, providerId: session.id }
    },

    closePage: (providerId) => stripe.checkout.sessions.expire(providerId).catch(unlessClosed),

    async cardPage({ customer }, { appOrigin }) {
      const session = await stripe.billingPortal.sessions
        .create({
          customer,
          return_url: `${appOrigin}/settings/subscription`,
          flow_data: { type: 'payment_method_update' },
        })
        .catch(unlessGone)
      return session?.url ?? null
    },

    async cardOf(customer) {
      const method = await methodOf(customer)
      return method && cardOfMethod(method)
    },

    forget: (customer) => stripe.customers.del(customer).catch(unlessGone),

    /** The card used for this payment is charged from now on. */
    async keepCardOf(customer: string, intentId: string) {
      const { payment_method: method } = await stripe.paymentIntents.retrieve(intentId)
      if (!method) return
      await stripe.customers.update(customer, {
        invoice_settings: { default_payment_method: typeof method === 'string' ? method : method.id },
      })
    },
  } satisfies PaymentProvider & Record<string, unknown>
}
