import type { Card } from '../../../src/services/contract/billing.ts'
import type { Config } from '../../kernel/config/config.ts'
import { refusal } from '../../kernel/errors.ts'
import type { PaymentRow, RenewalRow } from '../billing.types.ts'
import type { PlanRow } from '../plans.ts'

/** Without a trailing slash. */
export type Addresses = {
  /** Origin of the app. */
  appOrigin: string
  /** This server's origin, as the browser sees it. */
  serverOrigin: string
}

export type Order = Addresses & {
  payment: PaymentRow
  plan: PlanRow
  /** The provider's id for a returning customer. */
  customer: string | null
}

export type Charge = {
  payment: PaymentRow
  customer: string
  /** When the paid period ends: no one is charged twice for the next one. */
  due: Date
  /** Number of earlier attempts. */
  attempts: number
  /** Records the provider's id for the order before any money moves. */
  name(providerId: string): Promise<unknown>
  /** Whether the order is still to be paid; asked last before money moves. */
  isWanted(): Promise<boolean>
}

/** `waiting`: the provider reports later. `unwanted`: no money was to move any more. */
export type Charged = 'paid' | 'waiting' | 'declined' | 'unwanted'

/** Payment provider; confirmations arrive through `settle`. */
export type PaymentProvider = {
  readonly name: PaymentRow['provider']
  /** Address of the payment page, and the provider's id for the order. */
  begin(order: Order): Promise<{ url: string; providerId: string | null }>
  /** Closes a payment page, unless it was paid. */
  closePage(providerId: string): Promise<unknown>
  /** Charges an order to the card on file. However often it is called, an order's money moves once. */
  charge(charge: Charge): Promise<Charged>
  /** Page for changing the card; null if the provider does not know the customer any more. */
  cardPage(renewal: RenewalRow, addresses: Addresses): Promise<string | null>
  /** The card that is charged; null if there is none. */
  cardOf(customer: string): Promise<Card | null>
  /** Deletes the customer with their card. */
  forget(customer: string): Promise<unknown>
}

/** @throws Refusal 409 in a copy, whose orders and customers at Stripe are the original's */
export const refuseInCopy = ({ quiet }: Pick<Config, 'quiet'>, { name }: PaymentProvider) => {
  if (quiet && name === 'stripe') throw refusal('quiet_copy')
}
