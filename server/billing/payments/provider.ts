import type { Card } from '../../../src/services/contract/billing.ts'
import type { PaymentRow, RenewalRow } from '../billing.types.ts'
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
  /** Who has paid there before, by the provider's name. */
  customer: string | null
}

export type Charge = {
  payment: PaymentRow
  customer: string
  /** When what is paid ends: nobody is charged twice for the period that begins then. */
  due: Date
  /** How often it was tried before. */
  attempts: number
  /** Notes the provider's name for the order, before any money moves. */
  name(providerId: string): Promise<unknown>
}

/** `waiting`: the provider tells later. */
export type Charged = 'paid' | 'waiting' | 'declined'

/** Who takes the money. What it confirms comes by `settle`. */
export type PaymentProvider = {
  readonly name: PaymentRow['provider']
  /** Where the person pays, and the provider's name for the order. */
  begin(order: Order): Promise<{ url: string; providerId: string | null }>
  /** Takes an order from the card on file. However often it is asked, the money of one order moves once. */
  charge(charge: Charge): Promise<Charged>
  /** Where another card is given. */
  cardPage(renewal: RenewalRow, addresses: Addresses): Promise<string>
  /** The card that is charged; null when there is none. */
  cardOf(customer: string): Promise<Card | null>
}
