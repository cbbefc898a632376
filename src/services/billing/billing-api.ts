import type * as z from 'zod/mini'
import type { BillingDetails, PaymentOutcome, Plan, PlanChange, PlanPreview } from '../contract/billing.ts'
import { billing } from '../contract/operations/billing.ts'
import type { Http } from '../http/client.ts'
import { isForeignNotFound, isUnknownCall } from '../http/errors.ts'
import * as wire from '../wire/billing.ts'
import { Anything } from '../wire/lenient.ts'

/** S7.35: a map keyed by plan id, or a list. */
export const plansOf = (catalog: z.output<typeof wire.PlanCatalog>): readonly Plan[] =>
  Array.isArray(catalog) ? catalog : Object.entries(catalog).map(([id, plan]) => ({ ...plan, id }))

/** Plans, the person's own subscription, and what they paid. */
export const createBillingApi = (http: Http, now: () => number = Date.now) => ({
  plans: async (signal: AbortSignal) =>
    plansOf(await http.callAs(wire.PlanCatalog, billing.plans, {}, { signal })),
  current: (signal: AbortSignal) => http.callAs(wire.subscriptionAt(now), billing.current, {}, { signal }),
  /** S7.change lists the plan alone: the rest is sent when it is not what holds without it. */
  change: ({ plan_id, interval = 'month', renew = false }: PlanChange) =>
    http.callAs(
      wire.PlanChanged,
      billing.change,
      {},
      { body: { plan_id, ...(interval !== 'month' && { interval }), ...(renew && { renew }) } },
    ),
  setRenewal: (renews: boolean) =>
    http.callAs(wire.subscriptionAt(now), billing.renewal, {}, { body: { renews } }),
  cardPage: () => http.call(billing.card, {}),
  undo: () => http.callAs(Anything, billing.undo, {}),
  /** A server that has no preview says nothing against the change. */
  preview: async ({ plan_id, interval }: PlanChange, signal: AbortSignal): Promise<PlanPreview> => {
    try {
      return await http.call(billing.preview, {}, { query: { plan_id, interval }, signal })
    } catch (error) {
      if (!isUnknownCall(error)) throw error
      return { plan_id, effective_at: null, over: [] }
    }
  },
  details: (signal: AbortSignal) => http.callAs(wire.BillingDetails, billing.details, {}, { signal }),
  countries: (signal: AbortSignal) => http.call(billing.countries, {}, { signal }),
  saveDetails: (details: BillingDetails) => http.callAs(Anything, billing.saveDetails, {}, { body: details }),
})

export type BillingApi = ReturnType<typeof createBillingApi>

/** What became of an order, for whoever holds its reference; null where the server cannot be asked about orders. */
export const createPaymentOutcomes =
  (anonymous: Http) =>
  async (reference: string, signal: AbortSignal): Promise<PaymentOutcome | null> => {
    try {
      return await anonymous.call(billing.outcome, { reference }, { signal })
    } catch (error) {
      if (isForeignNotFound(error)) return null
      throw error
    }
  }
