import type * as z from 'zod/mini'
import {
  type BillingDetails,
  Countries,
  PaymentList,
  PaymentOutcome,
  type Plan,
  type PlanChange,
  PlanPreview,
  Usage,
} from './contract/billing.ts'
import type { Http } from './http/client.ts'
import { isUnknownCall } from './http/errors.ts'
import * as wire from './wire/billing.ts'
import { Anything } from './wire/lenient.ts'

/** S7.35: a map keyed by plan id, or a list. */
export const plansOf = (catalog: z.output<typeof wire.PlanCatalog>): readonly Plan[] =>
  Array.isArray(catalog) ? catalog : Object.entries(catalog).map(([id, plan]) => ({ ...plan, id }))

/** Plans, the person's own subscription, and what they paid. */
export const createBillingApi = (http: Http, now: () => number = Date.now) => ({
  plans: async (signal: AbortSignal) =>
    plansOf(await http.json(wire.PlanCatalog, '/api/v1/subscription/plans', { signal })),
  current: (signal: AbortSignal) =>
    http.json(wire.subscriptionAt(now), '/api/v1/subscription/current', { signal }),
  change: (change: PlanChange) =>
    http.json(wire.PlanChanged, '/api/v1/subscription/change', { method: 'POST', body: change }),
  undo: () => http.json(Anything, '/api/v1/subscription/undo', { method: 'POST' }),
  /** A server that has no preview says nothing against the change. */
  preview: async ({ plan_id, interval }: PlanChange, signal: AbortSignal): Promise<PlanPreview> => {
    try {
      return await http.json(PlanPreview, '/api/v1/subscription/preview', {
        query: { plan_id, interval },
        signal,
      })
    } catch (error) {
      if (!isUnknownCall(error)) throw error
      return { plan_id, effective_at: null, over: [] }
    }
  },
  details: (signal: AbortSignal) =>
    http.json(wire.BillingDetails, '/api/v1/users/billing-details', { signal }),
  saveDetails: (details: BillingDetails) =>
    http.json(Anything, '/api/v1/users/billing-details', { method: 'POST', body: details }),
  countries: (signal: AbortSignal) =>
    http.json(Countries, '/api/v1/users/billing-details/supported-countries', { signal }),
  payments: (signal: AbortSignal) => http.json(PaymentList, '/api/v1/payments', { signal }),
  invoice: (paymentId: string) => http.file(`/api/v1/payments/${paymentId}/invoice`),
  usage: (organizationId: string, signal: AbortSignal) =>
    http.json(Usage, `/api/v1/organizations/${organizationId}/usage`, { signal }),
})

export type BillingApi = ReturnType<typeof createBillingApi>

/** What became of an order, for whoever holds its reference. */
export const createPaymentOutcomes =
  (anonymous: Http) =>
  (reference: string, signal: AbortSignal): Promise<PaymentOutcome> =>
    anonymous.json(PaymentOutcome, `/api/v1/payments/${encodeURIComponent(reference)}`, { signal })
