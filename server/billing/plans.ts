import type { Interval, LimitKey, PlanFeature } from '../../src/services/contract/billing.ts'

type Limits = Record<LimitKey, number | null>

export type PlanRow = {
  id: string
  name: string
  /** Cents a month; null means on request. */
  price: number | null
  limits: Limits
  /** Price of an additional seat, in cents a month, and their maximum; null if none are sold. */
  seats: { price: number; max: number } | null
  /** Additional features. */
  allows: PlanFeature[]
  /** Days for which audit log entries are kept. */
  auditDays: number
}

const GB = 1_000_000_000

/** The database refuses to delete newer entries. */
export const AUDIT_DAYS_MIN = 30

/** Consistent with plan prices: Pro with its maximum seats costs as much as Business. */
const SEAT = 400

const limits = (
  members: number,
  integrations: number,
  documents: number,
  storage_bytes: number,
  messages_month: number,
): Limits => ({ members, integrations, documents, storage_bytes, messages_month })

/** Smallest first. */
export const PLANS: readonly PlanRow[] = [
  {
    id: 'free',
    name: 'Free',
    price: 0,
    limits: limits(2, 3, 50, GB / 5, 500),
    seats: null,
    allows: [],
    auditDays: AUDIT_DAYS_MIN,
  },
  {
    id: 'starter',
    name: 'Starter',
    price: 1900,
    limits: limits(5, 5, 300, GB, 2000),
    seats: null,
    allows: [],
    auditDays: 90,
  },
  {
    id: 'pro',
    name: 'Pro',
    price: 5900,
    limits: limits(15, 20, 2000, 5 * GB, 10_000),
    seats: { price: SEAT, max: 35 },
    allows: ['unbranded'],
    auditDays: 365,
  },
  {
    id: 'business',
    name: 'Business',
    price: 19_900,
    limits: limits(50, 100, 10_000, 25 * GB, 50_000),
    seats: { price: SEAT, max: 450 },
    allows: ['unbranded'],
    auditDays: 2 * 365,
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    price: null,
    limits: {
      members: null,
      integrations: null,
      documents: null,
      storage_bytes: null,
      messages_month: null,
    },
    seats: null,
    allows: ['unbranded'],
    auditDays: 10 * 365,
  },
]

export const FREE = PLANS[0]!
/** Plan of a trial. */
export const TRIAL_PLAN = PLANS[2]!
/** S9.7, in ms. */
export const TRIAL = 14 * 24 * 60 * 60 * 1000
/** How long a plan continues after a declined renewal, in ms. */
export const GRACE = 7 * 24 * 60 * 60 * 1000
/** How long after a paid period the audit log is kept as in its plan, in ms: 30 days after a failed renewal. */
export const AUDIT_GRACE = GRACE + 30 * 24 * 60 * 60 * 1000
export const CURRENCY = 'usd'
/** Minimum charge in cents: cards do not accept less. */
export const CHARGE_MIN = 50

/** S9.8: pay 10 months, get 12. */
export const MONTHS_PAID_A_YEAR = 10

export const planOf = (id: string) => PLANS.find((plan) => plan.id === id) ?? null

export const nameOf = (planId: string) => planOf(planId)?.name ?? planId

/** Rank from small to large. */
export const rankOf = (id: string) => PLANS.findIndex((plan) => plan.id === id)

const monthsPaid = (interval: Interval) => (interval === 'year' ? MONTHS_PAID_A_YEAR : 1)

/** Cents for one period of additional seats. */
export const seatsPrice = ({ seats }: PlanRow, interval: Interval, count: number) =>
  (seats?.price ?? 0) * count * monthsPaid(interval)

/** Cents for one period of a plan that has a price, with its additional seats. */
export const priceOf = (plan: PlanRow, interval: Interval, seats = 0) =>
  (plan.price ?? 0) * monthsPaid(interval) + seatsPrice(plan, interval, seats)

/** The plan with this many additional members, if it sells seats. */
export const withSeats = (plan: PlanRow, seats: number): PlanRow => {
  const { members } = plan.limits
  return members === null || !plan.seats
    ? plan
    : { ...plan, limits: { ...plan.limits, members: members + seats } }
}

/** The plan with all the seats it can have. */
export const withAllSeats = (plan: PlanRow): PlanRow => withSeats(plan, plan.seats?.max ?? 0)

const lastDayOf = (date: Date) =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()

/**
 * The end of a period from `start`; the 31st becomes the last day of a shorter month, and the 31st again after
 * it if the plan has begun on it.
 */
export function endOfPeriod(start: Date, interval: Interval, begun = start): Date {
  const end = new Date(start)
  const day = start.getUTCDate()
  const meant = day === lastDayOf(start) ? Math.max(day, begun.getUTCDate()) : day
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + (interval === 'year' ? 12 : 1))
  end.setUTCDate(Math.min(meant, lastDayOf(end)))
  return end
}
