import type { invoices, payments, planPeriods, renewals } from '../kernel/db/schema/index.ts'

/** Those of nobody, whose account was the payer's once, are left alone. */
export type PaymentRow = typeof payments.$inferSelect & { organizationId: string }
export type NewPayment = typeof payments.$inferInsert & { organizationId: string }
/** An order, and the invoice of one that was paid. */
export type PaidRow = {
  payment: typeof payments.$inferSelect
  invoice: Pick<typeof invoices.$inferSelect, 'number' | 'content'> | null
}
export type RenewalRow = typeof renewals.$inferSelect
export type PeriodRow = typeof planPeriods.$inferSelect
