import { fromPromise } from 'xstate'
import { createDownloadMachine, type InvoiceRequest } from '../machines/download/download.machine.ts'
import type { BillingApi } from './billing-api.ts'
import { saveFile } from './save-file.ts'

/** The invoice or receipt of a payment, as a file. */
export const provideInvoiceDownload = (api: Pick<BillingApi, 'invoice'>, document: Document) =>
  createDownloadMachine<InvoiceRequest>().provide({
    actors: {
      run: fromPromise<void, { request: InvoiceRequest }>(async ({ input: { request } }) =>
        saveFile(document, `${request.number}.pdf`, await api.invoice(request.paymentId)),
      ),
    },
    actions: { refresh: () => {} },
  })
