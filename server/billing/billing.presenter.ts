import type { Payment, Subscription } from '../../src/services/contract/billing.ts'
import type { PaymentRow } from './billing.types.ts'
import type { BillingStatus } from './billing-status.ts'
import { planOf } from './plans.ts'

export const presentSubscription = ({
  plan,
  status,
  interval,
  endsAt,
  trialEnd,
  next,
  renewable,
}: BillingStatus): Subscription => ({
  plan_id: plan.id,
  // What was bought ends the trial.
  trial_end_date: status === 'paid' ? null : trialEnd.toISOString(),
  status,
  interval,
  period_end: endsAt?.toISOString() ?? null,
  next: next && { plan_id: next.planId, interval: next.interval, paid: next.paid },
  renewable,
})

export const presentPayment = (row: PaymentRow): Payment => ({
  id: row.id,
  number: `L-${String(row.number).padStart(6, '0')}`,
  plan_id: row.planId,
  plan_name: planOf(row.planId)?.name ?? row.planId,
  interval: row.interval,
  amount: row.amount,
  credit: row.credit,
  currency: row.currency,
  status: row.status,
  test: row.provider === 'embedded',
  created_at: row.createdAt.toISOString(),
  paid_at: row.paidAt?.toISOString() ?? null,
})
