import * as z from 'zod/mini'
import * as contract from '../contract/billing.ts'
import { AnyId, lenient } from './lenient.ts'

/** A price that is neither a number nor numeric text means by agreement: other plans are not affected. */
const price = z.catch(
  z.pipe(
    z.transform((value: unknown) =>
      typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
        ? Number(value)
        : value,
    ),
    contract.Plan.shape.price,
  ),
  'Custom' as const,
)

const plan = z.extend(
  lenient(contract.Plan, {
    description: '',
    price_yearly: null,
    is_contact_only: false,
    contact_email: null,
    features: [],
  }),
  { price },
)

/** S7.plans, S7.35, with what S3.6 lists. */
export const PlanCatalog = z.union([
  z.array(z.extend(plan, { id: AnyId })),
  z.record(z.string(), z.omit(plan, { id: true })),
])

/** S3.7 */
const Specified = z.object({ plan_id: AnyId, trial_end_date: z.catch(z.nullable(z.string()), null) })

/** The subscription's state, derived from plan and trial: there is no other data about payments. */
const standingOf = ({ plan_id, trial_end_date }: z.output<typeof Specified>) => {
  if (plan_id === 'free') return { status: 'free' as const, period_end: null }
  const isTried = trial_end_date !== null && Date.parse(trial_end_date) > Date.now()
  return isTried
    ? { status: 'trial' as const, period_end: trial_end_date }
    : { status: 'paid' as const, period_end: null }
}

/** S7.current. What our server adds is derived if absent. */
export const Subscription = z.pipe(
  z.looseObject(Specified.shape),
  z.transform(
    (body): contract.Subscription =>
      z.parse(
        lenient(contract.Subscription, {
          ...standingOf(body),
          interval: null,
          next: null,
          renewable: false,
          renewal: undefined,
        }),
        body,
      ),
  ),
)

/** S7.change: one of the outcomes of S4.12 to S4.14; an answer that names neither of the first two is the third. */
export const PlanChanged = z.pipe(
  z.transform((body: unknown) => (typeof body === 'object' && body !== null ? body : {})),
  lenient(z.pick(contract.PlanChanged, { billing_required: true, payment_url: true }), {
    billing_required: false,
    payment_url: null,
  }),
)

const blank = z.catch(z.string(), '')
const none = z.catch(z.nullable(z.string()), null)

/** S7.billing-get: as stored, complete or not; the form checks it before it is sent again. */
export const BillingDetails = z.object({
  name: blank,
  email: blank,
  company: none,
  address_line1: blank,
  address_line2: none,
  city: blank,
  state: blank,
  postal_code: blank,
  country: blank,
  phone: none,
  tax_id: none,
} satisfies Record<keyof contract.BillingDetails, z.ZodMiniType>)
