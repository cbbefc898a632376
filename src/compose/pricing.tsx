import { createProfileApi } from '../services/accounts/accounts-api.ts'
import { providePlanChange } from '../services/billing/billing.provide.ts'
import { createBillingApi } from '../services/billing/billing-api.ts'
import { PricingScreen } from '../ui/billing/pricing-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ http, cache, tab, apiBase }: Base) =>
  composed(PricingScreen, {
    planChange: providePlanChange({
      api: createBillingApi(http),
      profile: createProfileApi(http, apiBase),
      cache,
      tab,
      apiBase,
    }),
  })
