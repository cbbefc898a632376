import type * as z from 'zod/mini'
import type { OfOrganization } from '../../machines/billing/billing.types.ts'
import type { OrganizationPlan } from '../../machines/billing/plan-change/plan-change.setup.ts'
import type { BillingDetails, PaymentOutcome, Plan, PlanPreview } from '../contract/billing.ts'
import { billing } from '../contract/operations/billing.ts'
import type { Http } from '../http/client.ts'
import { isForeignNotFound, isUnknownCall } from '../http/errors.ts'
import * as wire from '../wire/billing.ts'
import { Anything } from '../wire/lenient.ts'

/** S7.35: a map keyed by plan id, or a list. */
export const plansOf = (catalog: z.output<typeof wire.PlanCatalog>): readonly Plan[] =>
  Array.isArray(catalog) ? catalog : Object.entries(catalog).map(([id, plan]) => ({ ...plan, id }))

const of = (organizationId: string) => ({ organization_id: organizationId })

/** Plans, the subscription of an organization, and what it paid. A server that knows of no such parameter ignores it. */
export const createBillingApi = (http: Http, now: () => number = Date.now) => ({
  plans: async (signal: AbortSignal) =>
    plansOf(await http.callAs(wire.PlanCatalog, billing.plans, {}, { signal })),
  current: ({ organizationId }: OfOrganization, signal: AbortSignal) =>
    http.callAs(wire.subscriptionAt(now), billing.current, {}, { query: of(organizationId), signal }),
  /** S7.change lists the plan alone: the rest is sent when it is not what holds without it. */
  change: ({ organizationId, choice: { plan_id, interval = 'month', renew = false } }: OrganizationPlan) =>
    http.callAs(
      wire.PlanChanged,
      billing.change,
      {},
      {
        query: of(organizationId),
        body: { plan_id, ...(interval !== 'month' && { interval }), ...(renew && { renew }) },
      },
    ),
  setRenewal: ({ organizationId, renews }: OfOrganization & { renews: boolean }) =>
    http.callAs(
      wire.subscriptionAt(now),
      billing.renewal,
      {},
      { query: of(organizationId), body: { renews } },
    ),
  cardPage: ({ organizationId }: OfOrganization) =>
    http.call(billing.card, {}, { query: of(organizationId) }),
  undo: ({ organizationId }: OfOrganization) =>
    http.callAs(Anything, billing.undo, {}, { query: of(organizationId) }),
  /** A server that has no preview says nothing against the change. */
  preview: async (
    { organizationId, choice: { plan_id, interval } }: OrganizationPlan,
    signal: AbortSignal,
  ): Promise<PlanPreview> => {
    try {
      const query = { ...of(organizationId), plan_id, interval }
      return await http.call(billing.preview, {}, { query, signal })
    } catch (error) {
      if (!isUnknownCall(error)) throw error
      return { plan_id, effective_at: null, over: [] }
    }
  },
  details: ({ organizationId }: OfOrganization, signal: AbortSignal) =>
    http.callAs(wire.BillingDetails, billing.details, {}, { query: of(organizationId), signal }),
  countries: (signal: AbortSignal) => http.call(billing.countries, {}, { signal }),
  saveDetails: ({ organizationId, details }: OfOrganization & { details: BillingDetails }) =>
    http.callAs(Anything, billing.saveDetails, {}, { query: of(organizationId), body: details }),
  payments: ({ organizationId }: OfOrganization, signal: AbortSignal) =>
    http.call(billing.payments, {}, { query: of(organizationId), signal }),
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
