import { type Payer, payer } from './billing.ts'
import { closedAfterwards, serve } from './serve.ts'
import type { TestServer } from './server.ts'
import { signedEvent, startStripeServer } from './stripe.ts'

/** Organizations that have paid at the local Stripe for a plan that renews. */
export const stripeSubscribers = (
  server: TestServer,
  stripe: Awaited<ReturnType<typeof startStripeServer>>,
) => {
  const deliver = (type: string, object: object, options: Parameters<typeof signedEvent>[2] = {}) =>
    server.inject({
      method: 'POST',
      url: '/api/v1/payments/stripe/webhook',
      ...signedEvent(type, object as Record<string, unknown>, options),
    })
  const orderOf = async (ann: Payer, column = 'id') => {
    const { rows } = await server.database.pool.query(
      'select * from payments where organization_id = $1 order by number desc limit 1',
      [ann.organizationId],
    )
    return rows[0][column]
  }
  const paidSession = async (ann: Payer, customer: string) => ({
    id: await orderOf(ann, 'provider_id'),
    object: 'checkout.session',
    client_reference_id: await orderOf(ann),
    payment_status: 'paid',
    amount_total: await orderOf(ann, 'amount'),
    currency: 'usd',
    customer,
    payment_intent: 'pi_of_checkout',
  })
  let people = 0
  return {
    deliver,
    orderOf,
    paidSession,
    async subscriber(plan = 'pro') {
      stripe.cardIs('works', { last4: '4242' })
      const ann = await payer(server)
      const customer = `cus_${++people}`
      await ann.fillIn()
      await ann.change(plan, { renew: true })
      await deliver('checkout.session.completed', await paidSession(ann, customer))
      return { ann, customer }
    },
    intentOf: async (ann: Payer) => stripe.intents.get(await orderOf(ann, 'provider_id'))!,
    states: async (ann: Payer) => (await ann.payments()).map(({ status }) => status),
  }
}

/** A server whose payments are made at a local Stripe, for the tests of an async `describe`. */
export async function serveStripe() {
  const stripe = closedAfterwards(await startStripeServer())
  const server = await serve({ stripe: stripe.settings, publicUrl: 'https://lectern.test/' })
  return { stripe, server, ...stripeSubscribers(server, stripe) }
}
