import type { FastifyBaseLogger } from 'fastify'
import type { LimitKey, PlanFeature, PlanRefusal, Usage } from '../../src/services/contract/billing.ts'
import type { ApiError } from '../../src/services/contract/common.ts'
import type { WithLock } from '../kernel/db/named-lock.ts'
import type { Tx } from '../kernel/db/open.ts'
import { type Refusal, refusalWith } from '../kernel/errors.ts'
import type { BillingNotifications } from './billing-notifications.ts'
import type { BillingStatus, BillingStatuses } from './billing-status.ts'
import { PLANS, type PlanRow, planOf, rankOf, withAllSeats } from './plans.ts'
import type { UsageRepository } from './usage.repository.ts'

const MB = 1_000_000

/** A limit as text: a number, or bytes such as `5 GB`. */
export const roomOf = (key: LimitKey, max: number) =>
  key !== 'storage_bytes' ? max : max >= 1000 * MB ? `${max / 1000 / MB} GB` : `${Math.round(max / MB)} MB`

/** Whether a plan, with its maximum seats, has room for `needed`. */
const canHold = (plan: PlanRow, key: LimitKey, needed: number) =>
  (withAllSeats(plan).limits[key] ?? Number.POSITIVE_INFINITY) >= needed

/** The smallest plan with room for `needed`. */
const planThatLifts = ({ id }: PlanRow, key: LimitKey, needed: number) =>
  PLANS.find((plan) => rankOf(plan.id) > rankOf(id) && canHold(plan, key, needed)) ?? null

const planLimit = (
  plan: PlanRow,
  larger: PlanRow | null,
  limit: LimitKey | PlanFeature,
  { used, max, room, seats }: { used: number; max: number; room: string | number; seats: boolean },
) =>
  refusalWith(
    'plan_limit',
    {
      body: {
        limit,
        used,
        max,
        upgrade_plan_id: larger?.id ?? null,
        seats_plan_id: seats ? plan.id : null,
      } satisfies Omit<PlanRefusal, keyof ApiError>,
    },
    { limit, plan: plan.name, max: room, larger: larger?.name ?? 'none', seats: seats ? 'sold' : 'none' },
  )

/** 402: distinct from a missing right (403) and from rate limits (429). */
function roomRefusal(billingStatus: BillingStatus, key: LimitKey, used: number, amount: number): Refusal {
  const { plan, status, renewal } = billingStatus
  const max = plan.limits[key] ?? 0
  const needed = used + amount
  const sellsSeats = key === 'members' && status === 'paid' && renewal?.state !== 'past_due'
  const seats = sellsSeats && canHold(planOf(plan.id) ?? plan, key, needed)
  return planLimit(plan, planThatLifts(plan, key, needed), key, { used, max, room: roomOf(key, max), seats })
}

/** 402 for a feature that no additional room provides. */
function featureRefusal(plan: PlanRow, feature: PlanFeature): Refusal {
  const larger = PLANS.find(({ id, allows }) => rankOf(id) > rankOf(plan.id) && allows.includes(feature))
  return planLimit(plan, larger ?? null, feature, { used: 0, max: 0, room: 0, seats: false })
}

const startOfMonth = (now: Date, months = 0) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1))
/** `2026-01` */
export const monthOf = (now: Date) => now.toISOString().slice(0, 7)

export type LimitsService = ReturnType<typeof createLimits>

/** An organization's usage, and whether it may use more. Reading, exporting and deleting are never limited. */
export const createLimits = (
  usage: UsageRepository,
  billingStatuses: BillingStatuses,
  billingNotifications: BillingNotifications,
  withLock: WithLock,
  log: Pick<FastifyBaseLogger, 'error'>,
) => {
  const countsOf = (organizationId: string) => usage.counts(organizationId, monthOf(new Date()))

  /** @throws Refusal 402 if one of the amounts exceeds the plan */
  const require = async (organizationId: string, wanted: Partial<Record<LimitKey, number>>) => {
    const [billingStatus, used] = await Promise.all([
      billingStatuses.billingStatusOf(organizationId),
      countsOf(organizationId),
    ])
    const { plan } = billingStatus
    for (const [key, amount] of Object.entries(wanted) as [LimitKey, number][]) {
      const max = plan.limits[key]
      if (max !== null && used[key] + amount > max) throw roomRefusal(billingStatus, key, used[key], amount)
    }
    return { plan, used }
  }

  return {
    require,
    countsOf,

    async hasQuestionsLeft(organizationId: string) {
      const { messages_month: max } = (await billingStatuses.planOf(organizationId)).limits
      return max === null || (await usage.messagesIn(organizationId, monthOf(new Date()))) < max
    },

    /** Counts a question in its transaction. */
    countQuestion: (tx: Tx, organizationId: string) =>
      usage.countMessage(tx, organizationId, monthOf(new Date())),

    allows: async (organizationId: string, feature: PlanFeature) =>
      (await billingStatuses.planOf(organizationId)).allows.includes(feature),

    /** @throws Refusal 402 if the plan does not include it */
    async requireFeature(organizationId: string, feature: PlanFeature) {
      const plan = await billingStatuses.planOf(organizationId)
      if (!plan.allows.includes(feature)) throw featureRefusal(plan, feature)
    },

    /**
     * Runs `work` if there is room for its additions; calls of one organization never take the same place.
     * @throws Refusal 402
     */
    within: <Result>(
      organizationId: string,
      wanted: Partial<Record<LimitKey, number>>,
      work: () => Promise<Result>,
    ): Promise<Result> =>
      withLock(`limits ${organizationId}`, async () => {
        const { plan, used } = await require(organizationId, wanted)
        const result = await work()
        // The work is done: a failed notification does not undo it.
        for (const [key, amount] of Object.entries(wanted) as [LimitKey, number][])
          await billingNotifications
            .used(organizationId, plan, key, used[key], amount)
            .catch((error: unknown) => log.error({ err: error, key }, 'a limit was not announced'))
        return result
      }),

    async usageOf(organizationId: string): Promise<Usage> {
      const now = new Date()
      const [plan, used] = await Promise.all([
        billingStatuses.planOf(organizationId),
        countsOf(organizationId),
      ])
      const end = startOfMonth(now, 1).toISOString()
      return {
        plan_id: plan.id,
        plan_name: plan.name,
        period_start: startOfMonth(now).toISOString(),
        period_end: end,
        meters: (Object.keys(used) as LimitKey[]).map((key) => ({
          key,
          used: used[key],
          limit: plan.limits[key],
          resets_at: key === 'messages_month' ? end : null,
        })),
      }
    },
  }
}
