import type { payments, planPeriods } from '../db/schema/index.ts'

export type PaymentRow = typeof payments.$inferSelect
export type PeriodRow = typeof planPeriods.$inferSelect
