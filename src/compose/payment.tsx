import { provideBillingDialog } from '../services/billing.provide.ts'
import { createBillingApi } from '../services/billing-api.ts'
import { BillingMachines } from '../ui/billing/machines.ts'
import { PaymentScreen } from '../ui/screens/payment/payment-screen.tsx'
import type { Base } from './base.ts'

export function compose({ http, cache }: Base) {
  const machines = { billingDialog: provideBillingDialog({ api: createBillingApi(http), cache }) }
  return () => (
    <BillingMachines value={machines}>
      <PaymentScreen />
    </BillingMachines>
  )
}
