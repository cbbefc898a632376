import { fromPromise } from 'xstate'
import { createDownloadMachine, type InvoiceRequest } from '../../machines/shell/download.machine.ts'
import { saveFile } from '../browser/save-file.ts'
import { billing } from '../contract/operations/billing.ts'
import type { Http } from '../http/client.ts'

/** The invoice or receipt of a payment, as a file. */
export const provideInvoiceDownload = (http: Http, document: Document) =>
  createDownloadMachine<InvoiceRequest>().provide({
    actors: {
      run: fromPromise<void, { request: InvoiceRequest }>(async ({ input: { request } }) =>
        saveFile(
          document,
          `${request.number}.pdf`,
          await http.file(billing.invoice, { id: request.paymentId }),
        ),
      ),
    },
    actions: { refresh: () => {} },
  })
