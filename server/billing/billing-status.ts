import type { Card, Interval, Subscription } from '../../src/services/contract/billing.ts'
import type { BillingRepository } from './billing.repository.ts'
import type { PeriodRow, RenewalRow } from './billing.types.ts'
import {
  AUDIT_GRACE,
  FREE,
  GRACE,
  type PlanRow,
  planOf,
  priceOf,
  rankOf,
  TRIAL_PLAN,
  withSeats,
} from './plans.ts'

/** How long before its end a period can be extended by the next, in ms. */
const RENEWABLE_FOR = 14 * 24 * 60 * 60 * 1000

/** An organization's plan at a moment, from its paid periods and its trial. */
export type BillingStatus = {
  plan: PlanRow
  status: Subscription['status']
  interval: Interval | null
  /** Additional seats, which the plan's limit includes. */
  seats: number
  endsAt: Date | null
  /** End of its trial; null without one. */
  trialEnd: Date | null
  next: { planId: string; interval: Interval; seats: number; paid: boolean } | null
  renewable: boolean
  /** Paid periods that have not ended. */
  periods: PeriodRow[]
  renewal: RenewalStatus | null
}

type RenewalStatus = {
  state: NonNullable<Subscription['renewal']>['state']
  chargedAt: Date
  /** Cents. */
  amount: number
  card: Card | null
  isTest: boolean
  endsAt: Date | null
}

type Known = {
  periods: PeriodRow[]
  renewal: RenewalRow | null
  planned: Pick<PeriodRow, 'planId' | 'interval' | 'seats'> | null
}

/** Whether the card is charged when the paid period ends. */
export const renews = ({ renewal, planned }: Pick<Known, 'renewal' | 'planned'>) =>
  renewal !== null && renewal.canceledAt === null && planned?.planId !== FREE.id

/**
 * Earliest end of a period that still counts: one that renews continues for days while its card is charged
 * again. `now` for all others.
 */
export const countsSince = (known: Pick<Known, 'renewal' | 'planned'>, now: Date) =>
  renews(known) ? new Date(now.getTime() - GRACE) : now

const renewalStatusOf = ({ periods, renewal, planned }: Known): RenewalStatus | null => {
  const last = periods.at(-1)
  if (!renewal || !last) return null
  const { planId, interval, seats } = planned ?? last
  const isDue = renews({ renewal, planned })
  const isPastDue = isDue && renewal.failedAt !== null
  return {
    state: isPastDue ? 'past_due' : isDue ? 'renewing' : 'canceled',
    chargedAt: isDue ? renewal.nextAt : last.endsAt,
    amount: priceOf(planOf(planId) ?? FREE, interval, seats),
    card: renewal.card,
    isTest: renewal.provider === 'embedded',
    endsAt: isPastDue ? new Date(last.endsAt.getTime() + GRACE) : null,
  }
}

/** The current period: the largest, if several people had paid before plans belonged to organizations. */
const currentOf = (counted: readonly PeriodRow[], now: Date): PeriodRow | undefined => {
  const begun = counted.filter(({ startsAt }) => startsAt <= now)
  const running = begun.filter(({ endsAt }) => endsAt > now)
  return running.toSorted((a, b) => rankOf(a.planId) - rankOf(b.planId)).at(-1) ?? begun.at(-1)
}

/** The current period, and paid ones of the same plan after it. */
export const nowAndNext = (counted: readonly PeriodRow[], now: Date): PeriodRow[] => {
  const current = currentOf(counted, now)
  return counted.filter(
    (period) => period === current || (period.startsAt > now && period.planId === current?.planId),
  )
}

/**
 * Trials and periods end without a job: the plan is that of the current paid period, else that of the trial,
 * else Free. A plan that renews by card gets a few days more.
 */
export const createBillingStatuses = (billing: BillingRepository) => {
  const billingStatusOf = async (organizationId: string, now = new Date()): Promise<BillingStatus> => {
    const [renewal, planned, trialEnd] = await Promise.all([
      billing.renewalOf(organizationId),
      billing.plannedFor(organizationId),
      billing.trialEndOf(organizationId),
    ])
    const counted = await billing.periodsOf(organizationId, countsSince({ renewal, planned }, now))
    const periods = counted.filter(({ endsAt }) => endsAt > now)
    const current = currentOf(counted, now)
    if (!current) {
      const tries = trialEnd !== null && now < trialEnd
      return {
        plan: tries ? TRIAL_PLAN : FREE,
        status: tries ? 'trial' : 'free',
        interval: null,
        seats: 0,
        endsAt: tries ? trialEnd : null,
        trialEnd,
        next: null,
        renewable: false,
        periods,
        renewal: null,
      }
    }
    const following = periods.find(({ startsAt }) => startsAt > now)
    const paidNext = following && { ...following, paid: true }
    const renewalStatus = renewalStatusOf({ periods: counted, renewal, planned })
    const plannedNext = planned && { ...planned, paid: false }
    return {
      plan: withSeats(planOf(current.planId) ?? FREE, current.seats),
      status: 'paid',
      interval: current.interval,
      seats: current.seats,
      endsAt: current.endsAt,
      trialEnd,
      next: paidNext ?? plannedNext ?? null,
      renewable:
        !paidNext &&
        renewalStatus?.state !== 'renewing' &&
        current.endsAt.getTime() - now.getTime() <= RENEWABLE_FOR,
      periods,
      renewal: renewalStatus,
    }
  }

  return {
    billingStatusOf,

    planOf: async (organizationId: string): Promise<PlanRow> => (await billingStatusOf(organizationId)).plan,

    /** How long its audit log is stored, in days: still as in a larger plan that has ended lately. */
    async auditDaysOf(organizationId: string): Promise<number> {
      const now = new Date()
      const since = new Date(now.getTime() - AUDIT_GRACE)
      const { plan, trialEnd } = await billingStatusOf(organizationId, now)
      const recent = (await billing.periodsOf(organizationId, since)).filter(
        ({ startsAt }) => startsAt <= now,
      )
      const plans = [plan, ...recent.map(({ planId }) => planOf(planId) ?? FREE)]
      if (trialEnd !== null && trialEnd > since) plans.push(TRIAL_PLAN)
      return Math.max(...plans.map(({ auditDays }) => auditDays))
    },
  }
}
export type BillingStatuses = ReturnType<typeof createBillingStatuses>
