import type { Interval, LimitKey, Plan, PlanFeature } from '../../src/services/contract/billing.ts'

type Limits = Record<LimitKey, number | null>

export type PlanRow = {
  id: string
  name: string
  description: string
  /** Cents a month; null is by agreement. */
  price: number | null
  limits: Limits
  /** What it allows beside them. */
  allows: PlanFeature[]
  /** How long entries of the audit log are kept. */
  auditDays: number
  features: string[]
}

const GB = 1_000_000_000

/** The database refuses to delete what is younger. */
export const AUDIT_DAYS_MIN = 30

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
    description: 'To see whether it answers what your team is asked.',
    price: 0,
    limits: limits(2, 3, 50, GB / 5, 500),
    allows: [],
    auditDays: AUDIT_DAYS_MIN,
    features: [
      '2 members',
      '3 integrations',
      '50 documents, 200 MB',
      '500 questions a month',
      'Audit log of 30 days',
    ],
  },
  {
    id: 'starter',
    name: 'Starter',
    description: 'For one team and what it has written.',
    price: 1900,
    limits: limits(5, 5, 300, GB, 2000),
    allows: [],
    auditDays: 90,
    features: [
      '5 members',
      '5 integrations',
      '300 documents, 1 GB',
      '2,000 questions a month',
      'Audit log of 90 days',
    ],
  },
  {
    id: 'pro',
    name: 'Pro',
    description: 'For a company that answers customers every day.',
    price: 5900,
    limits: limits(15, 20, 2000, 5 * GB, 10_000),
    allows: ['unbranded'],
    auditDays: 365,
    features: [
      '15 members',
      '20 integrations',
      '2,000 documents, 5 GB',
      '10,000 questions a month',
      'Audit log of one year',
      'Your brand alone on the public page',
    ],
  },
  {
    id: 'business',
    name: 'Business',
    description: 'For several departments with knowledge of their own.',
    price: 19_900,
    limits: limits(50, 100, 10_000, 25 * GB, 50_000),
    allows: ['unbranded'],
    auditDays: 2 * 365,
    features: [
      '50 members',
      '100 integrations',
      '10,000 documents, 25 GB',
      '50,000 questions a month',
      'Audit log of two years',
      'Your brand alone on the public page',
    ],
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    description: 'As large as you need it, by agreement.',
    price: null,
    limits: {
      members: null,
      integrations: null,
      documents: null,
      storage_bytes: null,
      messages_month: null,
    },
    allows: ['unbranded'],
    auditDays: 10 * 365,
    features: [
      'No fixed limits',
      'Audit log of ten years',
      'An agreement of your own',
      'Invoices by bank transfer',
    ],
  },
]

export const FREE = PLANS[0]!
/** What a new account tries. */
export const TRIAL_PLAN = PLANS[2]!
/** S9.7, in ms. */
export const TRIAL = 14 * 24 * 60 * 60 * 1000
export const CURRENCY = 'usd'

/** S9.8: pay 10 months, get 12. */
const MONTHS_PAID_A_YEAR = 10

export const planOf = (id: string) => PLANS.find((plan) => plan.id === id) ?? null

/** Its place from small to large. */
export const rankOf = (id: string) => PLANS.findIndex((plan) => plan.id === id)

/** Cents for one period of a plan that has a price. */
export const priceOf = ({ price }: PlanRow, interval: Interval) =>
  (price ?? 0) * (interval === 'year' ? MONTHS_PAID_A_YEAR : 1)

/** The end of a period that begins at `start`; the 31st becomes the last day of a shorter month. */
export function endOfPeriod(start: Date, interval: Interval): Date {
  const end = new Date(start)
  const day = start.getUTCDate()
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + (interval === 'year' ? 12 : 1))
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(day, lastDay))
  return end
}

export const presentPlan =
  (salesEmail: string) =>
  ({ id, name, description, price, features }: PlanRow): Plan => ({
    id,
    name,
    description,
    price: price === null ? 'Custom' : price / 100,
    price_yearly: price === null ? null : (price * MONTHS_PAID_A_YEAR) / 100,
    is_contact_only: price === null,
    contact_email: price === null ? salesEmail : null,
    features,
  })
