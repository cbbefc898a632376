import { createProfileApi } from '../services/accounts/accounts-api.ts'
import { provideBillingDialog } from '../services/billing/billing.provide.ts'
import { createBillingApi } from '../services/billing/billing-api.ts'
import { provideInvoiceDownload } from '../services/billing/invoice-download.provide.ts'
import { PaymentScreen } from '../ui/billing/payment-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ http, apiBase, cache, tab }: Base) =>
  composed(PaymentScreen, {
    billingDialog: provideBillingDialog({
      api: createBillingApi(http),
      profile: createProfileApi(http, apiBase),
      cache,
    }),
    invoiceDownload: provideInvoiceDownload(http, tab.document),
  })
