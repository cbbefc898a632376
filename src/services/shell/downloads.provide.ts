import {
  type AuditRequest,
  createDownloadMachine,
  type InvoiceRequest,
  type OutcomesRequest,
} from '../../machines/shell/download.machine.ts'
import { saveFile } from '../browser/save-file.ts'
import { billing } from '../contract/operations/billing.ts'
import { handover } from '../contract/operations/handover.ts'
import type { Http } from '../http/client.ts'
import type { AuditApi } from '../organizations/audit-api.ts'
import { provideOperation } from './shared.provide.ts'

/** The audit log as a table. */
export const provideAuditDownload = (api: Pick<AuditApi, 'export'>, document: Document) =>
  provideOperation(createDownloadMachine<AuditRequest>(), async ({ organizationId, filter }) =>
    saveFile(document, 'audit-log.csv', await api.export(organizationId, filter)),
  )

/** The invoice or receipt of a payment. */
export const provideInvoiceDownload = (http: Http, document: Document) =>
  provideOperation(createDownloadMachine<InvoiceRequest>(), async ({ paymentId: id, number }) =>
    saveFile(document, `${number}.pdf`, await http.file(billing.invoice, { id })),
  )

/** How conversations ended; days begin at the viewer's midnight. */
export const provideOutcomesDownload = (http: Http, timeZone: () => string, document: Document) =>
  provideOperation(createDownloadMachine<OutcomesRequest>(), async ({ organizationId, days }) => {
    const query = { days, time_zone: timeZone() }
    saveFile(
      document,
      'outcomes.csv',
      await http.file(handover.exportOutcomes, { organizationId }, { query }),
    )
  })
