import { createProfileApi } from '../services/accounts-api.ts'
import { providePlanChange } from '../services/billing.provide.ts'
import { createBillingApi } from '../services/billing-api.ts'
import { PricingMachines } from '../ui/screens/pricing/machines.ts'
import { PricingScreen } from '../ui/screens/pricing/pricing-screen.tsx'
import type { Base } from './base.ts'

export function compose({ http, cache, tab, apiBase }: Base) {
  const machines = {
    planChange: providePlanChange({
      api: createBillingApi(http),
      profile: createProfileApi(http, apiBase),
      cache,
      tab,
      apiBase,
    }),
  }
  return () => (
    <PricingMachines value={machines}>
      <PricingScreen />
    </PricingMachines>
  )
}
