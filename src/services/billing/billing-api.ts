import type * as z from 'zod/mini'
import type { OfOrganization } from '../../machines/billing/billing.types.ts'
import type { OrganizationPlan } from '../../machines/billing/plan-change/plan-change.setup.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import type { BillingDetails, PaymentOutcome, Plan, PlanPreview } from '../contract/billing.ts'
import { billing } from '../contract/operations/billing.ts'
import type { Http } from '../http/client.ts'
import { isForeignNotFound, isUnknownCall } from '../http/errors.ts'
import * as wire from '../wire/billing.ts'
import { Anything } from '../wire/lenient.ts'

/** S7.35: a map keyed by plan id, or a list. */
export const plansOf = (catalog: z.output<typeof wire.PlanCatalog>): readonly Plan[] =>
  Array.isArray(catalog) ? catalog : Object.entries(catalog).map(([id, plan]) => ({ ...plan, id }))

const of = ({ organizationId }: OfOrganization) => ({ organization_id: organizationId })

/** Plans, an organization's subscription and its payments. A server without the parameter ignores it. */
export const createBillingApi = (http: Http) => ({
  plans: async (signal: AbortSignal) =>
    plansOf(await http.callAs(wire.PlanCatalog, billing.plans, {}, { signal })),
  current: (plan: OfOrganization, signal: AbortSignal) =>
    http.callAs(wire.Subscription, billing.current, {}, { query: of(plan), signal }),
  /** S7.change lists only the plan: the rest is sent only if it differs from the default. */
  change: (plan: OrganizationPlan) => {
    const { plan_id, interval = 'month', renew, seats } = plan.choice
    const body = {
      plan_id,
      ...(interval !== 'month' && { interval }),
      ...(renew && { renew }),
      ...(seats !== undefined && { seats }),
    }
    return http.callAs(wire.PlanChanged, billing.change, {}, { query: of(plan), body })
  },
  setRenewal: (plan: OfOrganization & { renews: boolean }) =>
    http.callAs(wire.Subscription, billing.renewal, {}, { query: of(plan), body: { renews: plan.renews } }),
  cardPage: (plan: OfOrganization) => http.call(billing.card, {}, { query: of(plan) }),
  undo: (plan: OfOrganization) => http.callAs(Anything, billing.undo, {}, { query: of(plan) }),
  /** A server without previews has no objection to the change. */
  preview: async (plan: OrganizationPlan, signal: AbortSignal): Promise<PlanPreview> => {
    const { plan_id, interval, seats } = plan.choice
    const query = { ...of(plan), plan_id, interval, ...(seats !== undefined && { seats }) }
    try {
      return await http.call(billing.preview, {}, { query, signal })
    } catch (error) {
      if (!isUnknownCall(error)) throw error
      return { plan_id, effective_at: null, over: [] }
    }
  },
  details: (plan: OfOrganization, signal: AbortSignal) =>
    http.callAs(wire.BillingDetails, billing.details, {}, { query: of(plan), signal }),
  countries: (signal: AbortSignal) => http.call(billing.countries, {}, { signal }),
  saveDetails: (plan: OfOrganization & { details: BillingDetails }) =>
    http.callAs(Anything, billing.saveDetails, {}, { query: of(plan), body: plan.details }),
  payments: (plan: OfOrganization, signal: AbortSignal) =>
    http.call(billing.payments, {}, { query: of(plan), signal }),
})

export type BillingApi = ReturnType<typeof createBillingApi>

/** The state of an order, for the holder of its reference; null if the server has no such call. */
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

/** Rereads everything that depends on the plan. */
export const planChanged = (cache: QueryCache) => void cache.invalidateQueries({ queryKey: ['org'] })
