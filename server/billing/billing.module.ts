import type { Context } from '../context.ts'
import type { Module } from '../module.ts'
import { createBillingRepository } from './billing.repository.ts'
import { billingRoutes } from './billing.routes.ts'
import { createBilling } from './billing.service.ts'
import { createBillingNotifications } from './billing-notifications.ts'
import { createBillingStatuses } from './billing-status.ts'
import { createInvoicesRepository } from './invoices/invoices.repository.ts'
import { createInvoices } from './invoices/invoices.service.ts'
import { createEndNews, createTellOfChange } from './news.ts'
import { checkoutRoutes } from './payments/checkout.routes.ts'
import { createEmbeddedPayments, createOrders } from './payments/embedded.ts'
import { createPaymentEnds, type PaymentEnds } from './payments/payment-ends.ts'
import type { PaymentProvider } from './payments/provider.ts'
import { createReminders, createTrialReminders } from './reminders.ts'
import { createRenewalNotices, createRenewalReminders } from './renewals/renewal-notices.ts'
import { createRenewalsRepository } from './renewals/renewals.repository.ts'
import { createRenewals } from './renewals/renewals.service.ts'
import { createSettlement } from './settlement.ts'

/** The part that deletes what organizations leave at the payment provider: others need it. */
export type Payments = { paymentEnds: PaymentEnds }

/** Plans, payments and their pages; Stripe's code is loaded only if it is configured. */
export const createBillingModule = async (context: Context): Promise<Module & Payments> => {
  const { config, database, db, hub, limits, log, notifications } = context
  const repository = createBillingRepository(context)
  const renewalsRepository = createRenewalsRepository(db)
  const billingStatuses = createBillingStatuses(repository)
  const billingNotifications = createBillingNotifications(notifications)
  const remind = createReminders({ billing: repository, log })
  const remindOfTrials = createTrialReminders({ billing: repository, billingStatuses, notifications, remind })
  const tellOfChange = createTellOfChange(hub)
  const tellOfEnds = createEndNews({ db, tellOfChange, remind })
  const notices = createRenewalNotices({ ...context, renewals: renewalsRepository })

  const remindOfRenewals = createRenewalReminders({
    billingStatuses,
    renewals: renewalsRepository,
    notices,
    remind,
  })
  const invoices = createInvoices(createInvoicesRepository(db), config.seller)
  const settlement = createSettlement({
    billing: repository,
    billingNotifications,
    invoices,
    renewals: renewalsRepository,
    tellOfChange,
    log,
  })

  const servicesWith = (provider: PaymentProvider) => ({
    settlement,
    billing: createBilling({
      config,
      billing: repository,
      billingStatuses,
      limits,
      provider,
      invoices,
      tellOfChange,
      log,
    }),
    renewals: createRenewals({
      ...context,
      renewals: renewalsRepository,
      repository,
      settlement,
      provider,
      notices,
      tellOfChange,
      withLongLock: database.withLongLock,
    }),
    paymentEnds: createPaymentEnds({
      ...context,
      billing: repository,
      renewals: renewalsRepository,
      provider,
    }),
  })

  const moduleOf = (
    { billing, renewals, paymentEnds }: ReturnType<typeof servicesWith>,
    plugin: NonNullable<Module['plugin']>,
  ): Module & Payments => {
    const look = async () => {
      // A copy for inspection charges no one and sends no notices.
      if (config.quiet) return remindOfTrials()
      paymentEnds.retry()
      try {
        await remindOfTrials()
        await remindOfRenewals()
        await tellOfEnds()
      } finally {
        await renewals.run()
      }
    }
    context.background.run('looking through trials and renewals', look)
    return {
      async plugin(app) {
        await app.register(billingRoutes(context, billing, renewals))
        await app.register(plugin)
      },
      sweep: look,
      paymentEnds,
    }
  }

  const { stripe: settings, jwtSecret } = config
  if (settings) {
    const [{ createStripePayments }, { stripeWebhook }] = await Promise.all([
      import('./payments/stripe.ts'),
      import('./payments/stripe-webhook.ts'),
    ])
    const payments = createStripePayments(settings)
    const services = servicesWith(payments)
    return moduleOf(
      services,
      stripeWebhook({ settings, payments, repository, renewalsRepository, ...services }),
    )
  }
  const orders = createOrders(jwtSecret)
  const cards = createOrders(jwtSecret, 'card')
  const services = servicesWith(createEmbeddedPayments(orders, cards))
  return moduleOf(services, checkoutRoutes(orders, cards, services))
}
