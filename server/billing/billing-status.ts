import type { Interval, Subscription } from '../../src/services/contract/billing.ts'
import type { BillingRepository } from './billing.repository.ts'
import type { PeriodRow } from './billing.types.ts'
import { FREE, type PlanRow, planOf, rankOf, TRIAL, TRIAL_PLAN } from './plans.ts'

/** How long before its end a period can be followed by the next, in ms. */
export const RENEWABLE_FOR = 14 * 24 * 60 * 60 * 1000

/** What somebody's plan is at a moment, from what was paid and when they came. */
export type BillingStatus = {
  plan: PlanRow
  status: Subscription['status']
  interval: Interval | null
  endsAt: Date | null
  /** The end of the trial that everybody begins with. */
  trialEnd: Date
  next: { planId: string; interval: Interval; paid: boolean } | null
  renewable: boolean
  /** Paid periods that are not over. */
  periods: PeriodRow[]
}

/**
 * Nothing has to run for a trial or a period to end: the plan is that of the paid period that is now, else
 * that of the trial, else Free.
 */
export const createBillingStatuses = (billing: BillingRepository) => {
  const billingStatusOf = async (userId: string, now = new Date()): Promise<BillingStatus> => {
    const [periods, planned, registeredAt] = await Promise.all([
      billing.periodsOf(userId, now),
      billing.plannedFor(userId),
      billing.registeredAt(userId),
    ])
    const trialEnd = new Date((registeredAt ?? now).getTime() + TRIAL)
    const current = periods.find(({ startsAt }) => startsAt <= now)
    if (!current) {
      const tries = now < trialEnd
      return {
        plan: tries ? TRIAL_PLAN : FREE,
        status: tries ? 'trial' : 'free',
        interval: null,
        endsAt: tries ? trialEnd : null,
        trialEnd,
        next: null,
        renewable: false,
        periods,
      }
    }
    const following = periods.find(({ startsAt }) => startsAt > now)
    const paidNext = following && { planId: following.planId, interval: following.interval, paid: true }
    const plannedNext = planned && { planId: planned.planId, interval: planned.interval, paid: false }
    return {
      plan: planOf(current.planId) ?? FREE,
      status: 'paid',
      interval: current.interval,
      endsAt: current.endsAt,
      trialEnd,
      next: paidNext ?? plannedNext ?? null,
      renewable: !paidNext && current.endsAt.getTime() - now.getTime() <= RENEWABLE_FOR,
      periods,
    }
  }

  return {
    billingStatusOf,

    /** The plan of an organization is that of its owner; of several, the largest. */
    async planOf(organizationId: string): Promise<PlanRow> {
      const owners = await billing.ownersOf(organizationId)
      const billingStatuses = await Promise.all(owners.map((userId) => billingStatusOf(userId)))
      return billingStatuses.reduce<PlanRow>(
        (largest, { plan }) => (rankOf(plan.id) > rankOf(largest.id) ? plan : largest),
        FREE,
      )
    },
  }
}
export type BillingStatuses = ReturnType<typeof createBillingStatuses>
