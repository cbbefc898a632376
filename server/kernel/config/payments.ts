import type { Settings } from './environment.ts'
import { ConfigError } from './environment.ts'

/** The seller, from the operator's settings. `vatRate` in percent. */
export type Seller = {
  name: string
  address: string[]
  /** ISO 3166, such as `DE`. */
  country: string
  vatId: string | null
  vatRate: number
  /** A line that the seller's law requires. */
  note: string | null
}

/** `apiBase` is Stripe's address if it is not its own host. */
export type StripeSettings = { secretKey: string; webhookSecret: string; apiBase: string | null }

export function stripeSettings(
  secretKey: string | undefined,
  webhookSecret: string | undefined,
  apiBase: string | undefined,
): StripeSettings | null {
  if (!secretKey) return null
  if (!webhookSecret) throw new ConfigError('STRIPE_WEBHOOK_SECRET: is needed when STRIPE_SECRET_KEY is set')
  return { secretKey, webhookSecret, apiBase: apiBase ?? null }
}

/** The seller's details for invoices; `;` ends a line of the address. */
export function sellerOf(settings: Settings): Seller | null {
  const { SELLER_NAME: name, SELLER_ADDRESS: address, SELLER_COUNTRY: country } = settings
  if (!name) return null
  if (!address) throw new ConfigError('SELLER_ADDRESS: is needed when SELLER_NAME is set')
  if (!country) throw new ConfigError('SELLER_COUNTRY: is needed when SELLER_NAME is set')
  if (settings.SELLER_VAT_RATE > 0 && !settings.SELLER_VAT_ID)
    throw new ConfigError('SELLER_VAT_ID: is needed when SELLER_VAT_RATE is set')
  return {
    name,
    address: address.split(';').map((line) => line.trim()),
    country,
    vatId: settings.SELLER_VAT_ID ?? null,
    vatRate: settings.SELLER_VAT_RATE,
    note: settings.SELLER_NOTE ?? null,
  }
}
