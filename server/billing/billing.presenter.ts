import type { Payment, Plan, Subscription } from '../../src/services/contract/billing.ts'
import type { CodedText } from '../../src/services/contract/coded-text.ts'
import { say, written } from '../kernel/texts/say.ts'
import type { PaidRow, PaymentRow } from './billing.types.ts'
import type { BillingStatus } from './billing-status.ts'
import { invoiceNumberOf } from './invoices/invoices.repository.ts'
import { roomOf } from './limits.ts'
import { MONTHS_PAID_A_YEAR, nameOf, type PlanRow } from './plans.ts'

const YEAR = 365 // days

/** A plan's features, line by line. */
const featuresOf = ({ limits, seats, allows, auditDays }: PlanRow): CodedText[] => {
  const { members, integrations, documents, storage_bytes, messages_month } = limits
  const audit =
    auditDays < YEAR
      ? say('plan.audit_days', { days: auditDays })
      : say('plan.audit_years', { years: auditDays / YEAR })
  if (
    members === null ||
    integrations === null ||
    documents === null ||
    storage_bytes === null ||
    messages_month === null
  )
    return [say('plan.unlimited'), audit, say('plan.agreement'), say('plan.invoices')]
  return [
    say('plan.members', { max: members }),
    ...(seats ? [say('plan.seats', { price: seats.price / 100, max: members + seats.max })] : []),
    say('plan.integrations', { max: integrations }),
    say('plan.documents', { max: documents, storage: String(roomOf('storage_bytes', storage_bytes)) }),
    say('plan.questions', { max: messages_month }),
    audit,
    ...allows.map((feature) => say(`plan.${feature}`)),
  ]
}

export const presentPlan =
  (salesEmail: string) =>
  (plan: PlanRow): Plan => {
    const { id, name, price, seats } = plan
    const features = featuresOf(plan)
    const description: CodedText = { code: `plan.${id}` }
    return {
      id,
      name,
      description: written(description),
      price: price === null ? 'Custom' : price / 100,
      price_yearly: price === null ? null : (price * MONTHS_PAID_A_YEAR) / 100,
      is_contact_only: price === null,
      contact_email: price === null ? salesEmail : null,
      members: plan.limits.members,
      seat_price: seats && seats.price / 100,
      seats_max: seats?.max ?? 0,
      features: features.map((feature) => written(feature)),
      said: { description, features },
    }
  }

/** Only the organization's managers see which card is charged. */
export const presentSubscription = (
  { plan, status, interval, seats, endsAt, trialEnd, next, renewable, renewal }: BillingStatus,
  seesCard: boolean,
): Subscription => ({
  plan_id: plan.id,
  // A purchase ends the trial.
  trial_end_date: status === 'paid' ? null : (trialEnd?.toISOString() ?? null),
  status,
  interval,
  period_end: endsAt?.toISOString() ?? null,
  seats,
  next: next && { plan_id: next.planId, interval: next.interval, seats: next.seats, paid: next.paid },
  renewable,
  renewal: renewal && {
    state: renewal.state,
    charged_at: renewal.chargedAt.toISOString(),
    amount: renewal.amount,
    card: seesCard ? renewal.card : null,
    test: renewal.isTest,
    ends_at: renewal.endsAt?.toISOString() ?? null,
  },
})

export const orderNumberOf = ({ number }: Pick<PaymentRow, 'number'>) =>
  `L-${String(number).padStart(6, '0')}`

export const presentPayment = ({ payment: row, invoice }: PaidRow): Payment => ({
  id: row.id,
  number: orderNumberOf(row),
  plan_id: row.planId,
  plan_name: nameOf(row.planId),
  interval: row.interval,
  kind: row.kind,
  seats: row.seats,
  amount: row.amount,
  credit: row.credit,
  currency: row.currency,
  status: row.status,
  test: row.provider === 'embedded',
  created_at: row.createdAt.toISOString(),
  paid_at: row.paidAt?.toISOString() ?? null,
  invoice: invoice && {
    number: invoiceNumberOf(invoice),
    kind: invoice.content.seller ? 'invoice' : 'receipt',
  },
})
