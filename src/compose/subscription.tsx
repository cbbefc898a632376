import { createBillingApi } from '../services/billing/billing-api.ts'
import { provideRenewal } from '../services/billing/renewal.provide.ts'
import { SubscriptionScreen } from '../ui/organizations/settings/subscription-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ http, cache, tab, apiBase }: Base) =>
  composed(SubscriptionScreen, {
    renewal: provideRenewal({ api: createBillingApi(http), cache, tab, apiBase }),
  })
