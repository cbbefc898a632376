import type { PaymentRow } from '../billing.types.ts'
import type { PlanRow } from '../plans.ts'

type Order = {
  payment: PaymentRow
  plan: PlanRow
  /** Where the app is, without a slash at its end. */
  appOrigin: string
}

/** Who takes the money. What it confirms comes by `settle`. */
export type PaymentProvider = {
  readonly name: PaymentRow['provider']
  /** Where the person pays, and the provider's name for the order. */
  begin(order: Order): Promise<{ url: string; providerId: string | null }>
}
