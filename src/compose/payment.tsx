import { createProfileApi } from '../services/accounts-api.ts'
import { provideBillingDialog } from '../services/billing.provide.ts'
import { createBillingApi } from '../services/billing-api.ts'
import { provideInvoiceDownload } from '../services/invoice-download.provide.ts'
import { BillingMachines } from '../ui/billing/machines.ts'
import { PaymentScreen } from '../ui/screens/payment/payment-screen.tsx'
import type { Base } from './base.ts'

export function compose({ http, apiBase, cache, tab }: Base) {
  const machines = {
    billingDialog: provideBillingDialog({
      api: createBillingApi(http),
      profile: createProfileApi(http, apiBase),
      cache,
    }),
    invoiceDownload: provideInvoiceDownload(http, tab.document),
  }
  return () => (
    <BillingMachines value={machines}>
      <PaymentScreen />
    </BillingMachines>
  )
}
