import * as z from 'zod/mini'
import { t } from '../../texts/t.ts'
import { CodedText } from './coded-text.ts'
import { ApiError, EMAIL_MAX, EMAIL_PATTERN, exact, Id, Timestamp, text } from './common.ts'

export const Interval = z.enum(['month', 'year'])
export type Interval = z.infer<typeof Interval>

/** Limits of a plan; null means unlimited. */
export const LimitKey = z.enum(['members', 'integrations', 'documents', 'storage_bytes', 'messages_month'])
export type LimitKey = z.infer<typeof LimitKey>

/** Features that a plan includes or not. */
export const PlanFeature = z.enum(['unbranded'])
export type PlanFeature = z.infer<typeof PlanFeature>

const planFields = {
  name: z.string(),
  description: z._default(z.string(), ''),
  /** Dollars per month, or `Custom` (S3.6). */
  price: z.union([z.number(), z.literal('Custom')]),
  /** Dollars per year; 10 × price if absent (S9.8). */
  price_yearly: z.optional(z.nullable(z.number())),
  is_contact_only: z._default(z.boolean(), false),
  contact_email: z.optional(z.nullable(z.string())),
  features: z._default(z.array(z.string()), []),
  /** Included members; null without a limit. */
  members: z.optional(z.nullable(z.int())),
  /** Dollars per month for each additional seat; null if none are sold. */
  seat_price: z.optional(z.nullable(z.number())),
  /** Maximum number of additional seats. */
  seats_max: z.optional(z.int()),
  /** The description and the features by code, for an app in another language. */
  said: z.optional(z.object({ description: CodedText, features: z.array(CodedText) })),
}

/** S3.6 */
export const Plan = z.object({ id: Id, ...planFields })
export type Plan = z.infer<typeof Plan>

/** GET /api/v1/subscription/plans (S7.plans, S7.35): a list, or a map keyed by plan id. */
export const PlanCatalog = z.union([z.array(Plan), z.record(z.string(), z.object(planFields))])
export type PlanCatalog = z.infer<typeof PlanCatalog>

/** A card on file; `expires` as in `2030-12`. */
export const Card = z.object({ brand: z.string(), last4: z.string(), expires: z.string() })
export type Card = z.infer<typeof Card>

/** How a plan renews with the card on file. */
export const Renewal = z.object({
  /** `canceled`: the plan ends with the paid period. `past_due`: the card was declined. */
  state: z.enum(['renewing', 'canceled', 'past_due']),
  /** When the card is charged next. */
  charged_at: Timestamp,
  /** The next charge, in cents. */
  amount: z.int(),
  card: z.nullable(Card),
  /** No money is moved. */
  test: z.boolean(),
  /** The last day of a plan that is past due; otherwise null. */
  ends_at: z.nullable(Timestamp),
})
export type Renewal = z.infer<typeof Renewal>

/** GET /api/v1/subscription/current (S7.current, S3.7). */
export const Subscription = z.object({
  plan_id: Id,
  trial_end_date: z.nullable(Timestamp),
  status: z.enum(['free', 'trial', 'paid']),
  interval: z.nullable(Interval),
  /** The end of the paid or trial period; null if there is none. */
  period_end: z.nullable(Timestamp),
  /** The plan that begins at `period_end`; `paid` says whether its payment is confirmed. */
  next: z.nullable(
    z.object({
      plan_id: Id,
      interval: z.nullable(Interval),
      seats: z.optional(z.int()),
      paid: z.boolean(),
    }),
  ),
  /** Additional seats, beyond the members that the plan includes. */
  seats: z.optional(z.int()),
  /** Whether the next period can be paid for now. */
  renewable: z.boolean(),
  /** null if no card is charged; absent on a server without renewals. */
  renewal: z.optional(z.nullable(Renewal)),
})
export type Subscription = z.infer<typeof Subscription>

/** POST /api/v1/subscription/change (S7.change). */
export const PlanChange = z.object({
  plan_id: exact(64),
  interval: z._default(Interval, 'month'),
  /** Additional ones. By default the current number, or as many as the other plan needs for the same members. */
  seats: z.optional(z.int().check(z.minimum(0), z.maximum(10_000))),
  /** Whether the card is kept and charged for each future period. */
  renew: z._default(z.boolean(), false),
})
export type PlanChange = z.input<typeof PlanChange>

/** One of the three outcomes of S4.12 to S4.14. */
export const PlanChanged = z.object({
  billing_required: z.optional(z.boolean()),
  payment_url: z.optional(z.nullable(z.string())),
  subscription: z.optional(Subscription),
})
export type PlanChanged = z.infer<typeof PlanChanged>

/** PATCH /api/v1/subscription/renewal */
export const RenewalChange = z.object({ renews: z.boolean() })

/** POST /api/v1/subscription/card: the page for entering another card. */
export const CardPage = z.object({ url: z.string() })

/** GET /api/v1/subscription/preview: the cost of a choice, and what would exceed its limits. */
export const PlanPreview = z.object({
  /** The resulting additional seats. */
  seats: z.optional(z.int()),
  /** Cents to pay now; null if nothing is due. */
  due_now: z.optional(z.nullable(z.int())),
  /** Cents per whole period. */
  next_amount: z.optional(z.int()),
  plan_id: Id,
  /** When the plan takes effect; null for as soon as it is paid, and for Free at once. */
  effective_at: z.nullable(Timestamp),
  over: z.array(z.object({ key: LimitKey, used: z.number(), max: z.number() })),
})
export type PlanPreview = z.infer<typeof PlanPreview>

/** S5.3: the required fields, as named in a sentence. */
export const BILLING_REQUIRED = {
  name: t('name'),
  email: t('email'),
  address_line1: t('address line 1'),
  city: t('city'),
  postal_code: t('postal code'),
  country: t('country'),
} as const

type Required = keyof typeof BILLING_REQUIRED

/** S5.3 */
export const missingText = (field: Required) =>
  t('Please fill in the {field} field.', { field: BILLING_REQUIRED[field] })
/** S5.4 */
export const BAD_ADDRESS = 'Please enter a valid email address.'

const required = (field: Required, max = 200) => text(max).check(z.minLength(1, missingText(field)))

/** GET and POST /api/v1/users/billing-details (S7.billing-get, S7.billing-post, S3.5, S5.5). */
export const BillingDetails = z.object({
  name: required('name'),
  email: required('email', EMAIL_MAX).check(z.regex(EMAIL_PATTERN, BAD_ADDRESS)),
  company: z.nullable(text(200)),
  address_line1: required('address_line1'),
  address_line2: z.nullable(text(200)),
  city: required('city'),
  state: z._default(text(100), ''),
  postal_code: required('postal_code', 20),
  country: required('country', 2).check(z.regex(/^[A-Z]{2}$/, 'Please choose a country.')),
  phone: z.nullable(text(40)),
  tax_id: z.nullable(text(40)),
})
export type BillingDetails = z.infer<typeof BillingDetails>

export const isAddress = (email: string) => EMAIL_PATTERN.test(email)

/** GET /api/v1/users/billing-details/supported-countries (S7.countries): ISO 3166 codes. */
export const Countries = z.array(z.string())

export const PaymentState = z.enum(['pending', 'paid', 'failed', 'canceled'])
export type PaymentState = z.infer<typeof PaymentState>

/** GET /api/v1/payments: amounts in cents. */
export const Payment = z.object({
  id: Id,
  number: z.string(),
  plan_id: Id,
  plan_name: z.string(),
  interval: Interval,
  /** `seats`: more seats in an already paid period. */
  kind: z._default(z.enum(['change', 'renewal', 'seats']), 'change'),
  /** Additional seats that it pays for. */
  seats: z._default(z.int(), 0),
  amount: z.int(),
  /** Credit for unused time of the previous plan. */
  credit: z.int(),
  currency: z.string(),
  status: PaymentState,
  /** A payment that moved no money. */
  test: z.boolean(),
  created_at: Timestamp,
  paid_at: z.nullable(Timestamp),
  /** GET /api/v1/payments/{id}/invoice returns it as PDF; null for unpaid ones. */
  invoice: z._default(
    z.nullable(z.object({ number: z.string(), kind: z.enum(['invoice', 'receipt']) })),
    null,
  ),
})
export type Payment = z.infer<typeof Payment>

export const PaymentList = z.array(Payment)

/** GET /api/v1/payments/{reference}: for anyone who has the reference, signed in or not. */
export const PaymentOutcome = z.object({
  status: PaymentState,
  plan_name: z.string(),
  /** Number of additional seats bought; null for the plan itself. */
  more_seats: z.optional(z.nullable(z.int())),
  /** A later order was paid first: the amount was credited to its plan, which is the one named. */
  credited: z._default(z.boolean(), false),
  /** When the plan begins; null once it has begun, and while it is unpaid. */
  starts_at: z._default(z.nullable(Timestamp), null),
})
export type PaymentOutcome = z.infer<typeof PaymentOutcome>

/** GET /api/v1/organizations/{id}/usage */
export const Usage = z.object({
  plan_id: Id,
  plan_name: z.string(),
  period_start: Timestamp,
  period_end: Timestamp,
  meters: z.array(
    z.object({
      key: LimitKey,
      used: z.number(),
      limit: z.nullable(z.number()),
      resets_at: z.nullable(Timestamp),
    }),
  ),
})
export type Usage = z.infer<typeof Usage>

/** The body of a 402: `limit` names the exhausted limit, or the feature that the plan lacks. */
export const PlanRefusal = z.extend(ApiError, {
  limit: z.union([LimitKey, PlanFeature]),
  used: z.number(),
  max: z.number(),
  upgrade_plan_id: z.nullable(Id),
  /** The current plan, if additional seats are sufficient. */
  seats_plan_id: z.optional(z.nullable(Id)),
})
export type PlanRefusal = z.infer<typeof PlanRefusal>
