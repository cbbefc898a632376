import type { BillingDetails } from '../../../src/services/contract/billing.ts'

/** Who sells; from the operator's settings. `vatRate` in percent. */
export type Seller = {
  name: string
  address: string[]
  /** ISO 3166, as `DE`. */
  country: string
  vatId: string | null
  vatRate: number
  /** A line that the seller's law asks for. */
  note: string | null
}

/** Cents. */
export type Amounts = { net: number; vat: number; gross: number }

/** What an invoice says, as it was when it was issued. Without a seller it is a receipt. */
export type InvoiceContent = {
  seller: Seller | null
  buyer: BillingDetails
  /** No money was moved. */
  test: boolean
  order: string
  lines: { text: string; amount: number }[]
  /** What was bought, from and to, as ISO 8601. */
  period: { from: string; to: string }
  currency: string
  amounts: Amounts
  vatRate: number
  /** Why there is no VAT. */
  taxNote: string | null
}
