import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { BillingRepository } from './billing.repository.ts'
import { billingRoutes } from './billing.routes.ts'
import { createBilling } from './billing.service.ts'
import type { BillingNews } from './news.ts'
import { checkoutRoutes } from './payments/checkout.routes.ts'
import { createEmbeddedPayments, createOrders } from './payments/embedded.ts'
import type { Standings } from './standing.ts'

const HOUR = 3_600_000

/** Plans, payments and their pages; what Stripe needs is loaded only where it is set up. */
export async function registerBilling(
  app: FastifyInstance,
  context: Context,
  { billing, standings, news }: { billing: BillingRepository; standings: Standings; news: BillingNews },
) {
  const { limits, log } = context
  const parts = { billing, standings, limits, news, log }
  const remind = () =>
    news
      .remindOfTrials()
      .catch((error: unknown) => log.error({ err: error }, 'trials were not looked through'))
  const reminder = setInterval(remind, HOUR)
  app.addHook('onClose', async () => clearInterval(reminder))
  void remind()
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
