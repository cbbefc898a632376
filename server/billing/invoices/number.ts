import type { InvoiceRow } from './invoices.repository.ts'

/** The printed number. */
export const invoiceNumberOf = ({
  number,
  content: { seller, test },
}: Pick<InvoiceRow, 'number' | 'content'>) =>
  `${test ? 'TEST' : seller ? 'INV' : 'REC'}-${String(number).padStart(6, '0')}`
