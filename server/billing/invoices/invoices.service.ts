import type { BillingDetails } from '../../../src/services/contract/billing.ts'
import type { Seller } from '../../kernel/config/payments.ts'
import type { Tx } from '../../kernel/db/open.ts'
import type { Amounts, InvoiceContent } from '../../kernel/db/schema/index.ts'
import { notFound } from '../../kernel/errors.ts'
import { orderNumberOf } from '../billing.presenter.ts'
import type { PaymentRow } from '../billing.types.ts'
import { seatsText } from '../payments/renewal-text.ts'
import { nameOf, planOf, seatsPrice } from '../plans.ts'
import { drawInvoice } from './invoice-file.ts'
import type { InvoicesRepository } from './invoices.repository.ts'
import { invoiceNumberOf } from './invoices.repository.ts'

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

export type Invoices = ReturnType<typeof createInvoices>

/** Test payments have their own series: they leave no gap in real numbers. */
const seriesOf = ({ seller, test }: InvoiceContent) =>
  test ? 'test' : seller ? (seller.vatId ?? seller.name) : 'receipt'

/** The period that a payment began or was added to. */
export type Brought = { startsAt: Date; endsAt: Date; creditedTo?: string }

type Issued = { payment: PaymentRow; period: Brought; at: Date }

/** One per paid order: stored with the payment, rendered on first request, and then never changed. */
export const createInvoices = (invoices: InvoicesRepository, seller: Seller | null) => {
  const contentOf = ({ payment, period: { startsAt, endsAt, creditedTo } }: Issued): InvoiceContent => {
    const { planId, interval, seats, amount, credit } = payment
    const plan = planOf(planId)
    const name = nameOf(planId)
    const forSeats = plan ? seatsPrice(plan, interval, seats) : 0
    const { rate, note } = taxOf(seller, payment.billedTo)
    const unused = { text: 'Unused time of the plan before', amount: -credit }
    const ordered = payment.kind === 'seats' ? seatsText(seats) : `one ${interval}`
    return {
      seller,
      buyer: payment.billedTo,
      test: payment.provider === 'embedded',
      order: orderNumberOf(payment),
      ...(creditedTo && { creditedTo }),
      lines: creditedTo
        ? [
            {
              text: `Order of Lectern ${name}, ${ordered}: credited to the current period of Lectern ${nameOf(creditedTo)}`,
              amount,
            },
          ]
        : payment.kind === 'seats'
          ? [{ text: `Lectern ${name}, ${seatsText(seats)} until the end of the period`, amount }]
          : [
              { text: `Lectern ${name}, one ${interval}`, amount: amount + credit - forSeats },
              ...(seats > 0 ? [{ text: `${seatsText(seats)}, one ${interval}`, amount: forSeats }] : []),
              ...(credit > 0 ? [unused] : []),
            ],
      period: { from: startsAt.toISOString(), to: endsAt.toISOString() },
      currency: payment.currency,
      amounts: amountsOf(amount, rate),
      vatRate: rate,
      taxNote: note,
    }
  }

  return {
    /** Runs in the payment's transaction: every paid order has one. */
    async issue(tx: Tx, issued: Issued) {
      const content = contentOf(issued)
      await invoices.insert(tx, {
        paymentId: issued.payment.id,
        series: seriesOf(content),
        content,
        issuedAt: issued.at,
      })
    },

    /** Plan of the period that a payment was credited to; null if it bought what was ordered, or is unpaid. */
    creditedTo: async ({ organizationId, id }: PaymentRow) =>
      (await invoices.find(organizationId, id))?.content.creditedTo ?? null,

    /** @throws Refusal 404 if it is not the organization's, or not paid */
    async fileOf(organizationId: string, paymentId: string) {
      const invoice = await invoices.find(organizationId, paymentId)
      if (!invoice) throw notFound('invoice')
      const number = invoiceNumberOf(invoice)
      const { content, issuedAt } = invoice
      const pdf =
        invoice.pdf ?? (await invoices.keepFile(invoice.id, await drawInvoice({ number, content, issuedAt })))
      return { number, pdf }
    },
  }
}
