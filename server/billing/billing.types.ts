import type { invoices, payments, planPeriods, renewals } from '../kernel/db/schema/index.ts'

export type PaymentRow = typeof payments.$inferSelect
/** An order, and the invoice of one that was paid. */
export type PaidRow = {
  payment: PaymentRow
  invoice: Pick<typeof invoices.$inferSelect, 'number' | 'content'> | null
}
export type RenewalRow = typeof renewals.$inferSelect
export type PeriodRow = typeof planPeriods.$inferSelect
