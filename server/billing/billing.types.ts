import type { invoices, payments, planPeriods, renewals } from '../kernel/db/schema/index.ts'

/** Payments without an organization are excluded. */
export type PaymentRow = typeof payments.$inferSelect & { organizationId: string }
export type NewPayment = typeof payments.$inferInsert & { organizationId: string }
/** An order, and its invoice if it was paid. */
export type PaidRow = {
  payment: typeof payments.$inferSelect
  invoice: Pick<typeof invoices.$inferSelect, 'number' | 'content'> | null
}
export type RenewalRow = typeof renewals.$inferSelect
export type PeriodRow = typeof planPeriods.$inferSelect
