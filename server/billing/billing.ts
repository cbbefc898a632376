import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { BillingRepository } from './billing.repository.ts'
import { billingRoutes } from './billing.routes.ts'
import { createBilling } from './billing.service.ts'
import { checkoutRoutes } from './payments/checkout.routes.ts'
import { createEmbeddedPayments, createOrders } from './payments/embedded.ts'
import type { Standings } from './standing.ts'

/** Plans, payments and their pages; what Stripe needs is loaded only where it is set up. */
export async function registerBilling(
  app: FastifyInstance,
  context: Context,
  billing: BillingRepository,
  standings: Standings,
) {
  const { limits, log } = context
  const parts = { billing, standings, limits, log }
  const { stripe: settings, jwtSecret } = context.config
  if (settings) {
    const { createStripePayments, stripeWebhook } = await import('./payments/stripe.ts')
    const service = createBilling({ ...parts, provider: createStripePayments(settings) })
    await app.register(billingRoutes(context, service))
    await app.register(stripeWebhook(settings, billing, service))
    return
  }
  const orders = createOrders(jwtSecret)
  const service = createBilling({ ...parts, provider: createEmbeddedPayments(orders) })
  await app.register(billingRoutes(context, service))
  await app.register(checkoutRoutes(orders, service))
}
