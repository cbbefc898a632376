import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../kernel/db/open.ts'
import type { InvoiceContent } from '../../kernel/db/schema/index.ts'
import { invoiceSeries, invoices, payments } from '../../kernel/db/schema/index.ts'

type InvoiceRow = typeof invoices.$inferSelect

export const createInvoicesRepository = (db: Db) => ({
  /** Takes the next number of its series. A failed transaction returns the number, so that there are no gaps. */
  async insert(tx: Tx, row: { paymentId: string; series: string; content: InvoiceContent; issuedAt: Date }) {
    const [next] = await tx
      .insert(invoiceSeries)
      .values({ series: row.series, last: 1 })
      .onConflictDoUpdate({ target: invoiceSeries.series, set: { last: sql`${invoiceSeries.last} + 1` } })
      .returning({ number: invoiceSeries.last })
    await tx.insert(invoices).values({ ...row, number: next!.number })
  },

  /** The invoice for a payment of the organization. */
  async find(organizationId: string, paymentId: string): Promise<InvoiceRow | null> {
    const [row] = await db
      .select({ invoice: invoices })
      .from(invoices)
      .innerJoin(payments, eq(payments.id, invoices.paymentId))
      .where(and(eq(payments.id, paymentId), eq(payments.organizationId, organizationId)))
    return row?.invoice ?? null
  },

  /** The file as first rendered, by any process. */
  async keepFile(id: string, pdf: Buffer): Promise<Buffer> {
    await db
      .update(invoices)
      .set({ pdf })
      .where(and(eq(invoices.id, id), isNull(invoices.pdf)))
    const [row] = await db.select({ pdf: invoices.pdf }).from(invoices).where(eq(invoices.id, id))
    return row?.pdf ?? pdf
  },
})
export type InvoicesRepository = ReturnType<typeof createInvoicesRepository>

/** The printed number. */
export const invoiceNumberOf = ({
  number,
  content: { seller, test },
}: Pick<InvoiceRow, 'number' | 'content'>) =>
  `${test ? 'TEST' : seller ? 'INV' : 'REC'}-${String(number).padStart(6, '0')}`
