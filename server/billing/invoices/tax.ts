import type { BillingDetails } from '../../../src/services/contract/billing.ts'
import type { Seller } from '../../kernel/config/payments.ts'
import type { Amounts } from '../../kernel/db/schema/index.ts'

const EU = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)
const VAT_ID = /^[A-Z]{2}[A-Z0-9+*]{2,12}$/

/** Prefix of a country's VAT IDs. */
const prefixOf = (country: string) => (country === 'GR' ? 'EL' : country)

/** Whether the VAT ID's format is that of a business in the country; its existence is not checked. */
const hasVatId = ({ country, tax_id }: Pick<BillingDetails, 'country' | 'tax_id'>) => {
  const id = (tax_id ?? '').replace(/[\s.-]/g, '').toUpperCase()
  return VAT_ID.test(id) && id.startsWith(prefixOf(country))
}

type Tax = { rate: number; note: string | null }

/** VAT of a digital service, by seller and buyer. */
export function taxOf(seller: Seller | null, buyer: Pick<BillingDetails, 'country' | 'tax_id'>): Tax {
  if (!seller || seller.vatRate === 0 || !EU.has(seller.country)) {
    const isAbroad = seller !== null && seller.country !== buyer.country
    return { rate: isAbroad ? 0 : (seller?.vatRate ?? 0), note: null }
  }
  if (buyer.country === seller.country) return { rate: seller.vatRate, note: null }
  if (!EU.has(buyer.country))
    return { rate: 0, note: 'Not subject to EU VAT: the place of supply is outside the EU.' }
  if (hasVatId(buyer))
    return {
      rate: 0,
      note: 'Reverse charge: the recipient is liable for the VAT (Article 196, Directive 2006/112/EC).',
    }
  return { rate: seller.vatRate, note: null }
}

/** Prices include VAT: it is subtracted from the amount paid. */
export const amountsOf = (gross: number, rate: number): Amounts => {
  const net = Math.round(gross / (1 + rate / 100))
  return { net, vat: gross - net, gross }
}
