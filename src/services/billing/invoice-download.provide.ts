import { createDownloadMachine } from '../../machines/shell/download.machine.ts'
import { saveFile } from '../browser/save-file.ts'
import { billing } from '../contract/operations/billing.ts'
import type { Http } from '../http/client.ts'
import { provideOperation } from '../shared/changes.provide.ts'

interface InvoiceRequest {
  readonly paymentId: string
  readonly number: string
}

/** The invoice or receipt of a payment, as a file. */
export const provideInvoiceDownload = (http: Http, document: Document) =>
  provideOperation(createDownloadMachine<InvoiceRequest>(), async ({ paymentId: id, number }) =>
    saveFile(document, `${number}.pdf`, await http.file(billing.invoice, { id })),
  )
