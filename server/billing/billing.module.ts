import type { Context } from '../context.ts'
import type { Module } from '../module.ts'
import { createBillingRepository } from './billing.repository.ts'
import { billingRoutes } from './billing.routes.ts'
import { createBilling } from './billing.service.ts'
import { createBillingNotifications } from './billing-notifications.ts'
import { createBillingStatuses } from './billing-status.ts'
import { createInvoicesRepository } from './invoices/invoices.repository.ts'
import { createInvoices } from './invoices/invoices.service.ts'
import { checkoutRoutes } from './payments/checkout.routes.ts'
import { createEmbeddedPayments, createOrders } from './payments/embedded.ts'

const HOUR = 3_600_000

/** Plans, payments and their pages; what Stripe needs is loaded only where it is set up. */
export const createBillingModule = async (context: Context): Promise<Module> => {
  const { config, db, limits, log, notifications } = context
  const billing = createBillingRepository(db)
  const billingStatuses = createBillingStatuses(billing)
  const billingNotifications = createBillingNotifications({ billing, billingStatuses, notifications })
  const invoices = createInvoices(createInvoicesRepository(db), config.seller)
  const parts = { billing, billingStatuses, limits, billingNotifications, invoices, log }

  const remind = () =>
    billingNotifications
      .remindOfTrials()
      .catch((error: unknown) => log.error({ err: error }, 'trials were not looked through'))
  const reminder = setInterval(remind, HOUR)
  void remind()
  const close = async () => clearInterval(reminder)

  const { stripe: settings, jwtSecret } = config
  if (settings) {
    const { createStripePayments, stripeWebhook } = await import('./payments/stripe.ts')
    const service = createBilling({ ...parts, provider: createStripePayments(settings) })
    return {
      async plugin(app) {
        await app.register(billingRoutes(context, service))
        await app.register(stripeWebhook(settings, billing, service))
      },
      close,
    }
  }
  const orders = createOrders(jwtSecret)
  const service = createBilling({ ...parts, provider: createEmbeddedPayments(orders) })
  return {
    async plugin(app) {
      await app.register(billingRoutes(context, service))
      await app.register(checkoutRoutes(orders, service))
    },
    close,
  }
}
