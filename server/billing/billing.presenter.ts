import type { Payment, Subscription } from '../../src/services/contract/billing.ts'
import type { PaidRow, PaymentRow } from './billing.types.ts'
import type { BillingStatus } from './billing-status.ts'
import { invoiceNumberOf } from './invoices/number.ts'
import { planOf } from './plans.ts'

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
  plan_name: planOf(row.planId)?.name ?? row.planId,
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
