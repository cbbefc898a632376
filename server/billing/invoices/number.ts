import type { InvoiceRow } from './invoices.repository.ts'

/** As it is printed. */
export const invoiceNumberOf = ({
  number,
  content: { seller, test },
}: Pick<InvoiceRow, 'number' | 'content'>) =>
  `${test ? 'TEST' : seller ? 'INV' : 'REC'}-${String(number).padStart(6, '0')}`
