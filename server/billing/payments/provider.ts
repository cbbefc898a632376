import type { PaymentRow } from '../billing.types.ts'
import type { PlanRow } from '../plans.ts'

/** Without a slash at their end. */
export type Addresses = {
  /** Where the app is. */
  appOrigin: string
  /** Where this server is, as the person's browser sees it. */
  serverOrigin: string
}

type Order = Addresses & {
  payment: PaymentRow
  plan: PlanRow
}

/** Who takes the money. What it confirms comes by `settle`. */
export type PaymentProvider = {
  readonly name: PaymentRow['provider']
  /** Where the person pays, and the provider's name for the order. */
  begin(order: Order): Promise<{ url: string; providerId: string | null }>
}
